import { useMemo } from 'react';
import {
  useAdminGetSupplyHealth,
  useAdminListDialects,
  useAdminListNetworks,
  useAdminListNetworkUsage,
} from '@/api/generated/admin-supply';
import type { NetworkUsage } from './network-usage';
import type { NetworkHealth } from './networks';

/** They change with a release only. */
const DIALECTS = { query: { staleTime: Infinity, meta: { quiet: true } } };

export function useDialects() {
  const query = useAdminListDialects(DIALECTS);
  const dialects = query.data?.data.dialects;
  const names = useMemo(
    () => new Map<string, string>(dialects?.map(({ id, name }) => [id, name])),
    [dialects],
  );
  return { ...query, dialects, names };
}

export const useNetworks = () => useAdminListNetworks({ query: { meta: { quiet: true } } });

/** Tests run every few minutes. */
const HEALTH_REFRESH_MS = 30_000;

/** What each network carried and cost by its id; empty for sub-admins, and until it is known. */
export function useNetworkUsage(canManage: boolean): ReadonlyMap<number, NetworkUsage> {
  const { data } = useAdminListNetworkUsage({
    query: { enabled: canManage, meta: { quiet: true }, refetchInterval: HEALTH_REFRESH_MS },
  });
  const networks = data?.data.networks;
  return useMemo(() => new Map(networks?.map((usage) => [usage.network_id, usage])), [networks]);
}

/** Health of each network by its id; empty until it is known. */
export function useNetworkHealth(): ReadonlyMap<number, NetworkHealth> {
  const { data } = useAdminGetSupplyHealth(
    { per_page: 1 },
    { query: { meta: { quiet: true }, refetchInterval: HEALTH_REFRESH_MS } },
  );
  const networks = data?.data.networks;
  return useMemo(() => new Map(networks?.map((health) => [health.id, health])), [networks]);
}
