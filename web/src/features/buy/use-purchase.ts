import {
  useQuery,
  useIsMutating,
  useQueryClient,
  type UseMutationResult,
} from '@tanstack/react-query';
import { quoteOrder, useBuyDatacenter, useBuyProxies } from '@/api/generated/proxies';
import type { QuoteOrderBody, PurchaseStatus } from '@/api/generated/api.schemas';
import { useNavigate } from 'react-router-dom';
import type { ApiError } from '@/api/api-error';
import { getDataCenterPricingQueryKey, getPoolPricingQueryKey } from '@/api/generated/catalog';
import type { PoolKind } from '@/api/use-places';
import { notify } from '@/components/feedback/notify';
import { ORDER_REFUNDED } from '@/lib/order-refund';
import { paths } from '@/lib/paths';
import { specific, type DatacenterPeriod } from '@/lib/proxy-options';
import { UNIT_PRICE_QUERY } from './use-datacenter-stock';
import type { PoolOrder } from './use-order';

/** First part of the keys of all prices of whole orders. */
export const ORDER_QUOTE_QUERY = 'quoteOrder';

interface OrderPrice {
  /** Whole naira; the listed one until quoted. */
  readonly total: number | null;
  readonly isLoading: boolean;
}

/**
 * What the purchase would charge: the list price with surcharges for the place, the discount by quantity and the
 * customer's own rate. The POST has no side effects, so it is used as a query.
 * @param order null: nothing to price yet.
 * @param listed the price of the list in whole naira, shown until the quote is there and when it fails; the server
 * refuses a purchase at another price than it would charge.
 */
export function useOrderQuote(order: QuoteOrderBody | null, listed: number | null): OrderPrice {
  const quote = useQuery({
    queryKey: [ORDER_QUOTE_QUERY, order, listed],
    queryFn: ({ signal }) => quoteOrder(order!, { signal }),
    enabled: order !== null && listed !== null,
    staleTime: 30_000,
    meta: { quiet: true },
  });
  return { total: quote.data?.data.total ?? listed, isLoading: quote.isLoading };
}

const meta = {
  fallback: 'Failed to purchase proxy. Please try again.',
  thrown: 'An error occurred while purchasing the proxy. Please try again.',
};
const PRICE_CHANGED = 'PRICE_CHANGED';
const PRICE_QUERIES = [
  getPoolPricingQueryKey(),
  getDataCenterPricingQueryKey(),
  [UNIT_PRICE_QUERY],
  [ORDER_QUOTE_QUERY],
];
const PURCHASES: ReadonlySet<unknown> = new Set(['buyProxies', 'buyDatacenter']);
const PURCHASED = 'Proxy purchased successfully!';

interface Purchase {
  message?: string;
  data: { order_status: PurchaseStatus; proxies: readonly { id: number }[] };
}

/** Shows the result on any screen, because the customer may have left the page. */
function useNotifyPurchase(): (purchase: Purchase) => void {
  return ({ message, data }) => {
    if (data.order_status === 'delivered') notify.success(message ?? PURCHASED);
    else notify.info(ORDER_REFUNDED);
  };
}

/** Opens the history, which highlights the new proxies. */
function useOpenProxyHistory(): (purchase: Purchase) => void {
  const navigate = useNavigate();
  return ({ data }) => {
    const isDelivered = data.order_status === 'delivered';
    void navigate(paths.proxyHistory, {
      state: { purchasedIds: isDelivered ? data.proxies.map(({ id }) => id) : [] },
    });
  };
}

/** Loads the prices again when the server says that they have changed. */
function useReloadChangedPrices(): (error: ApiError) => void {
  const client = useQueryClient();
  return ({ code }) => {
    if (code === PRICE_CHANGED)
      for (const queryKey of PRICE_QUERIES) void client.invalidateQueries({ queryKey });
  };
}

/** Whole naira. */
export interface PriceChange {
  readonly before: number;
  readonly now: number;
}

function readPriceChange(error: ApiError | null): PriceChange | null {
  if (error?.code !== PRICE_CHANGED) return null;
  const { expected_total: before, actual_total: now } = error.errors;
  return typeof before === 'number' && typeof now === 'number' ? { before, now } : null;
}

/** Whether an order is being sent, also one from before the page or the form was left. */
const useIsBuying = (): boolean => {
  const count = useIsMutating({
    predicate: ({ options }) => PURCHASES.has(options.mutationKey?.[0]),
  });
  return count > 0;
};

/** Sends an order once until it is answered. */
function usePurchase<Order>({
  mutate,
  isSuccess,
  error,
}: UseMutationResult<Purchase, ApiError, { data: Order }>) {
  const openProxyHistory = useOpenProxyHistory();
  const isBusy = useIsBuying() || isSuccess;
  return {
    purchase: (data: Order): void => {
      if (!isBusy) mutate({ data }, { onSuccess: openProxyHistory });
    },
    isBusy,
    fieldErrors: error?.fieldErrors,
    priceChange: readPriceChange(error),
  };
}

export const toPoolRequest = (kind: PoolKind, values: PoolOrder, traffic: string) => ({
  proxy_type: `${kind}_ipv4` as const,
  country: values.country,
  region: specific(values.region),
  city: specific(values.city),
  isp: specific(values.isp),
  ttl_minutes: values.ttl_minutes,
  protocol: values.protocol,
  // The API field of this name takes gigabytes.
  traffic_limit_mb: Number(traffic),
});

export function usePurchasePoolProxy(kind: PoolKind) {
  const onSuccess = useNotifyPurchase();
  const onError = useReloadChangedPrices();
  const { purchase, ...state } = usePurchase(
    useBuyProxies({ mutation: { meta, onSuccess, onError } }),
  );
  return {
    ...state,
    /** @param total the price shown, in whole naira. */
    purchase: (values: PoolOrder, traffic: string, total: number): void =>
      purchase({ ...toPoolRequest(kind, values, traffic), expected_total: total }),
  };
}

export const toDatacenterRequest = (
  country_id: number,
  duration_minutes: DatacenterPeriod,
  quantity: number,
) => ({
  ...{ country_id, duration_minutes, quantity },
  protocol: 'http' as const,
  proxy_type: 'individual_ipv4' as const,
});

export function usePurchaseDatacenterProxies() {
  const onSuccess = useNotifyPurchase();
  const onError = useReloadChangedPrices();
  const { purchase, ...state } = usePurchase(
    useBuyDatacenter({ mutation: { meta, onSuccess, onError } }),
  );
  return {
    ...state,
    /** @param total the price shown, in whole naira. */
    purchase: (order: ReturnType<typeof toDatacenterRequest>, total: number): void =>
      purchase({ ...order, expected_total: total }),
  };
}
