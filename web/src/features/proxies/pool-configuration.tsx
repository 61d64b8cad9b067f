import { useState } from 'react';
import { useUpdateResidentialMobile } from '@/api/generated/proxies';
import { resetDependentFields, toPlaceBody, type ProxyLocation } from '@/lib/proxy-location';
import { SESSION_TYPES, type Protocol, type SessionTtl, PROTOCOLS } from '@/lib/proxy-options';
import { useMessage } from '@/components/feedback/use-message';
import { getConnectionType, UPDATE_ERROR_MESSAGES, type Proxy } from './proxy';
import { toLocation } from './to-location';
import { Button, Flex } from 'antd';
import { usePlaces } from '@/api/use-places';
import { ConnectionFields } from './connection-fields';
import styles from './dialog.module.css';
import { GeneratedProxies } from './generated-proxies';
import { PlaceOffer, usePlaceQuote } from './place-offer';
import { PoolLocation } from './pool-location';
import { RadioField } from './radio-field';

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

export function PoolConfiguration({ proxy }: { proxy: Proxy }) {
  const { settings, change, save, isSaving } = usePoolSettings(proxy);
  const places = usePlaces(getConnectionType(proxy), settings);
  const quote = usePlaceQuote(proxy, settings);
  const idleLabel = places.loading ? 'Loading' : 'Save';
  return (
    <>
      <div className={styles.section}>
        <h2>Location</h2>
        <Flex vertical gap="middle">
          <PoolLocation places={places} value={settings} onChange={change} />
          <PlaceOffer proxy={proxy} place={settings} quote={quote} />
        </Flex>
      </div>
      <div className={`${styles.section} ${styles.stack}`}>
        <RadioField
          label="Session type"
          options={SESSION_TYPES}
          value={settings.ttl_minutes}
          onChange={(ttl_minutes) => change({ ttl_minutes })}
        />
        <RadioField
          label="Protocol"
          options={PROTOCOLS}
          value={settings.protocol}
          onChange={(protocol) => change({ protocol })}
        />
        <Button
          type="primary"
          disabled={
            isSaving || places.loading || places.error !== null || (quote?.difference ?? 0) > 0
          }
          onClick={save}
        >
          {isSaving ? 'Saving' : idleLabel}
        </Button>
      </div>
      <div className={styles.section}>
        <h2>Connection details</h2>
        <ConnectionFields proxy={proxy} />
      </div>
      <GeneratedProxies proxy={proxy} protocol={settings.protocol} />
    </>
  );
}
