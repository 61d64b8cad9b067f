import { useMemo } from 'react';
import {
  useAdminListDialects,
  useAdminListNetworks,
} from '@/api/generated/hooks/admin-supply/admin-supply';

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
