import { useQuery } from '@tanstack/react-query';
import { quoteOrder } from '@/api/generated/proxies';
import type { QuoteOrderBody } from '@/api/generated/api.schemas';

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
