import { useAdminListGateways } from '@/api/generated/admin-supply';
import { toGateways } from './exits';

/** The gateways that have reported in the last 30 days, as rows of a list. */
export function useGateways() {
  const query = useAdminListGateways({ query: { meta: { quiet: true } } });
  return { ...query, gateways: query.data && toGateways(query.data.data.gateways) };
}
