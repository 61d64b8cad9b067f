import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ApiError } from '@/api/api-error';
import type { RenewalResponse } from '@/api/generated/api.schemas';
import { quoteOrder, useAddTraffic, useRenewProxy } from '@/api/generated/proxies';
import { notify } from '@/components/feedback/notify';
import { ORDER_REFUNDED } from '@/lib/order-refund';
import { toPlaceBody } from '@/lib/proxy-location';
import type { Proxy } from '../proxy';
import { toLocation } from '../to-location';
import type { ExtensionKind, Package } from './extension';

/** First part of the keys of all prices of extensions. */
export const EXTENSION_QUOTE_QUERY = 'quoteExtension';
const PRICE_CHANGED = 'PRICE_CHANGED';

const FALLBACK = {
  renewal: 'Failed to renew the proxy. Please try again.',
  traffic: 'Failed to add traffic. Please try again.',
};

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

/** Whether the price that was shown is no longer that of the server. */
export const isPriceOutdated = ({ code }: ApiError): boolean =>
  code === PRICE_CHANGED || code === 'PROXY_MOVED';

/** The query for the price of an extension; the POST has no side effects. */
export const toExtensionQuote = (
  proxy: Proxy,
  kind: ExtensionKind,
  choice: Package | undefined,
) => ({
  queryKey: [
    ...[EXTENSION_QUOTE_QUERY, proxy.id, kind, choice, proxy.expires_at],
    toPlaceBody(toLocation(proxy)),
  ],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    quoteOrder({ proxy_id: proxy.id, order: kind, ...choice }, { signal }),
  staleTime: 30_000,
});

/** What the server would charge. */
export const useExtensionQuote = (proxy: Proxy, kind: ExtensionKind, choice: Package | undefined) =>
  useQuery({
    ...toExtensionQuote(proxy, kind, choice),
    enabled: choice !== undefined,
    meta: { quiet: true },
  });

/**
 * Renews a proxy or adds traffic to it, at the price that was shown.
 * @param onDone called once it is paid.
 */
export function useExtend({ id }: Proxy, kind: ExtensionKind, onDone: () => void) {
  const client = useQueryClient();
  // Of the mutation, not of the call: they run although the dialog was closed meanwhile.
  const mutation = {
    meta: { fallback: FALLBACK[kind], thrown: FALLBACK[kind] },
    onSuccess: ({ message, data }: RenewalResponse) => {
      if (data.order_status === 'delivered') notify.success(message);
      else notify.info(ORDER_REFUNDED);
      onDone();
    },
    onError: (error: ApiError) => {
      if (isPriceOutdated(error))
        void client.invalidateQueries({ queryKey: [EXTENSION_QUOTE_QUERY] });
    },
  };
  const renewal = useRenewProxy({ mutation });
  const traffic = useAddTraffic({ mutation });
  const { isPending, isSuccess, error, reset } = kind === 'renewal' ? renewal : traffic;
  return {
    isBusy: isPending || isSuccess,
    priceChange: readPriceChange(error),
    /** Forgets the outcome of the last attempt. */
    reset,
    /** @param total the price shown, in whole naira. */
    extend: (choice: Package, total: number): void => {
      if (isPending || isSuccess) return;
      const expected = { expected_total: total };
      if (kind === 'renewal') renewal.mutate({ id, data: { ...choice, ...expected } });
      else if ('gigabytes' in choice) traffic.mutate({ id, data: { ...choice, ...expected } });
    },
  };
}
