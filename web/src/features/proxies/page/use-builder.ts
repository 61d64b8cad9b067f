import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useListEndpoints } from '@/api/generated/proxies';
import { clamp } from '@/lib/number';
import { resetDependentFields, type ProxyLocation } from '@/lib/proxy-location';
import { specific, type Protocol } from '@/lib/proxy-options';
import { isDatacenter, type Proxy } from '../proxy';
import { toLocation } from '../to-location';
import type { Endpoint } from './list-format';

export const MAX_COUNT = 1_000;
/** A day. */
export const MAX_TTL_MINUTES = 1_440;

export interface BuilderChoice extends ProxyLocation {
  session: 'sticky' | 'rotating';
  /** Minutes; 0 keeps the address as long as possible. Null while the field is empty. */
  ttl: number | null;
  count: number | null;
  protocol: Protocol;
}

/** As the proxy was bought. */
const toChoice = (proxy: Proxy): BuilderChoice => {
  const minutes = proxy.pool_data?.ttl_minutes ?? 0;
  return {
    ...toLocation(proxy),
    session: minutes < 0 ? 'rotating' : 'sticky',
    ttl: Math.max(0, minutes),
    count: 1,
    protocol: proxy.protocol,
  };
};

/** The bought place stays; a narrower one applies where the proxy was bought for any. */
const toParams = (proxy: Proxy, choice: BuilderChoice) =>
  isDatacenter(proxy)
    ? { protocol: choice.protocol }
    : {
        count: clamp(Math.trunc(choice.count ?? 1), 1, MAX_COUNT),
        country: specific(choice.country),
        region: specific(choice.region),
        city: specific(choice.city),
        isp: specific(choice.isp),
        session: choice.session,
        ttl_minutes:
          choice.session === 'sticky'
            ? clamp(Math.trunc(choice.ttl ?? 0), 0, MAX_TTL_MINUTES)
            : undefined,
        protocol: choice.protocol,
      };

const NO_ENDPOINTS: readonly Endpoint[] = [];

/** The choice, and the connections that the server has for it. */
export function useBuilder(proxy: Proxy) {
  const [choice, setChoice] = useState(() => toChoice(proxy));
  const query = useListEndpoints(proxy.id, toParams(proxy, choice), {
    query: { placeholderData: keepPreviousData, meta: { quiet: true } },
  });
  const answer = query.data;
  return {
    choice,
    change: (changed: Partial<BuilderChoice>) =>
      setChoice((current) => ({ ...current, ...changed, ...resetDependentFields(changed) })),
    endpoints: typeof answer === 'object' ? answer.data.endpoints : NO_ENDPOINTS,
    query,
  };
}
