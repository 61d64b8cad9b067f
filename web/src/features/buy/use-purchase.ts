import { useNavigate } from 'react-router-dom';
import { useBuyDatacenter, useBuyProxies } from '@/api/generated/hooks/proxies/proxies';
import type { PoolKind } from '@/api/use-places';
import { useMessage } from '@/components/feedback/use-message';
import { paths } from '@/lib/paths';
import { specific, type DatacenterPeriod } from '@/lib/proxy-options';
import type { PoolOrder } from './use-order';

const meta = {
  fallback: 'Failed to purchase proxy. Please try again.',
  thrown: 'An error occurred while purchasing the proxy. Please try again.',
};
const PURCHASED = 'Proxy purchased successfully!';

interface Purchase {
  message?: string;
  data: { order_status: string; proxies: readonly { id: number }[] };
}

/**
 * Shows the result on any screen, because the customer may have left the page. A pending delivery
 * is not reported as a success.
 */
function useNotifyPurchase(): (purchase: Purchase) => void {
  const notify = useMessage();
  return ({ message, data }) => {
    if (data.order_status === 'delivered') notify.success(message ?? PURCHASED);
    else notify.info(message ?? PURCHASED);
  };
}

/** Opens the history, which highlights the new proxies. */
function useOpenProxyHistory(): (purchase: Purchase) => void {
  const navigate = useNavigate();
  return ({ data }) => {
    void navigate(paths.proxyHistory, {
      state: { purchasedIds: data.proxies.map(({ id }) => id) },
    });
  };
}

export function usePurchasePoolProxy(kind: PoolKind) {
  const openProxyHistory = useOpenProxyHistory();
  const mutation = useBuyProxies({ mutation: { meta, onSuccess: useNotifyPurchase() } });
  const purchase = (values: PoolOrder, traffic: string): void => {
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
          // The API field of this name takes gigabytes.
          traffic_limit_mb: Number(traffic),
        },
      },
      { onSuccess: openProxyHistory },
    );
  };
  return {
    purchase,
    isBusy: mutation.isPending || mutation.isSuccess,
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
  const mutation = useBuyDatacenter({ mutation: { meta, onSuccess: useNotifyPurchase() } });
  const purchase = (order: DatacenterOrder): void => {
    if (mutation.isPending || mutation.isSuccess) return;
    mutation.mutate(
      { data: { ...order, protocol: 'http', proxy_type: 'individual_ipv4' } },
      { onSuccess: openProxyHistory },
    );
  };
  return {
    purchase,
    isBusy: mutation.isPending || mutation.isSuccess,
    fieldErrors: mutation.error?.fieldErrors,
  };
}
