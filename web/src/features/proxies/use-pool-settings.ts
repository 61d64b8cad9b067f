import { useState } from 'react';
import { useUpdateResidentialMobile } from '@/api/generated/proxies';
import { resetDependentFields, toPlaceBody, type ProxyLocation } from '@/lib/proxy-location';
import { SESSION_TYPES, type Protocol, type SessionTtl } from '@/lib/proxy-options';
import { useMessage } from '@/components/feedback/use-message';
import { getConnectionType, UPDATE_ERROR_MESSAGES, type Proxy } from './proxy';
import { toLocation } from './to-location';

export interface PoolSettings extends ProxyLocation {
  ttl_minutes: SessionTtl;
  protocol: Protocol;
}

const toSessionTtl = (minutes: number | undefined): SessionTtl =>
  SESSION_TYPES.find(({ value }) => value === minutes)?.value ?? 0;

const toSettings = (proxy: Proxy): PoolSettings => ({
  ...toLocation(proxy),
  ttl_minutes: toSessionTtl(proxy.pool_data?.ttl_minutes),
  protocol: proxy.protocol,
});

export function usePoolSettings(proxy: Proxy) {
  const notify = useMessage();
  const [settings, setSettings] = useState(() => toSettings(proxy));
  const update = useUpdateResidentialMobile({
    mutation: {
      meta: UPDATE_ERROR_MESSAGES,
      onSuccess: () =>
        notify.success('Residential/Mobile proxy configuration updated successfully!'),
    },
  });

  const save = (): void =>
    update.mutate({
      data: {
        proxy_id: proxy.proxy_api_id,
        protocol: settings.protocol,
        ...toPlaceBody(settings),
        ttl_minutes: settings.ttl_minutes,
        connection_type: getConnectionType(proxy),
      },
    });

  return {
    settings,
    change: (changed: Partial<PoolSettings>) =>
      setSettings((current) => ({ ...current, ...changed, ...resetDependentFields(changed) })),
    save,
    isSaving: update.isPending,
  };
}
