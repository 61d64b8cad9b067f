import { useNavigate } from 'react-router-dom';
import { useBuyDatacenter, useBuyProxies } from '@/api/generated/hooks/proxies/proxies';
import type { PoolKind } from '@/api/use-places';
import { paths } from '@/lib/paths';
import { specific, type DatacenterPeriod } from '@/lib/proxy-options';
import { toast } from '@/lib/toast';
import type { PoolValues } from './pool-values';

const meta = {
  fallback: 'Failed to purchase proxy. Please try again.',
  thrown: 'An error occurred while purchasing the proxy. Please try again.',
};
const PURCHASED = 'Proxy purchased successfully!';

interface Purchased {
  message?: string;
  data: { order_status: string; proxies: readonly { id: number }[] };
}

/** Told wherever the customer has gone meanwhile. What is still being delivered is no success yet. */
function notifyPurchase({ message, data }: Purchased): void {
  if (data.order_status === 'delivered') toast.success(message ?? PURCHASED);
  else toast.blank(message ?? PURCHASED);
}

/** From the form to the list, with what is new in it marked. */
function useOpenProxyHistory(): (answer: Purchased) => void {
  const navigate = useNavigate();
  return ({ data }) => {
    void navigate(paths.proxyHistory, { state: { bought: data.proxies.map(({ id }) => id) } });
  };
}

export function usePurchasePoolProxy(kind: PoolKind) {
  const openProxyHistory = useOpenProxyHistory();
  const mutation = useBuyProxies({ mutation: { meta, onSuccess: notifyPurchase } });
  const buy = (values: PoolValues, traffic: string): void => {
    if (mutation.isPending || mutation.isSuccess) return;
    mutation.mutate(
      {
        data: {
          proxy_type: `${kind}_ipv4`,
          country: values.country,
          region: specific(values.region),
          city: specific(values.city),
          isp: specific(values.isp),
          ttl_minutes: values.ttl_minutes,
          protocol: values.protocol,
          // The API's field of this name takes gigabytes.
          traffic_limit_mb: Number(traffic),
        },
      },
      { onSuccess: openProxyHistory },
    );
  };
  return {
    buy,
    busy: mutation.isPending || mutation.isSuccess,
    fieldErrors: mutation.error?.fieldErrors,
  };
}

export interface DatacenterOrder {
  country_id: number;
  duration_minutes: DatacenterPeriod;
  quantity: number;
}

export function usePurchaseDatacenterProxies() {
  const openProxyHistory = useOpenProxyHistory();
  const mutation = useBuyDatacenter({ mutation: { meta, onSuccess: notifyPurchase } });
  const buy = (order: DatacenterOrder): void => {
    if (mutation.isPending || mutation.isSuccess) return;
    mutation.mutate(
      { data: { ...order, protocol: 'http', proxy_type: 'individual_ipv4' } },
      { onSuccess: openProxyHistory },
    );
  };
  return {
    buy,
    busy: mutation.isPending || mutation.isSuccess,
    fieldErrors: mutation.error?.fieldErrors,
  };
}
