import { useAdminListGateways } from '@/api/generated/admin-supply';
import { toGatewayRows } from '@/components/gateways/gateway-list';

/** The gateways that have reported in the last 30 days, as rows of a list. */
export function useGateways() {
  const query = useAdminListGateways({ query: { meta: { quiet: true } } });
  return { ...query, gateways: query.data && toGatewayRows(query.data.data.gateways) };
}
