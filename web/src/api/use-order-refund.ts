import {
  useGetRefundQuote,
  useRefundOrder,
  useRefundOrderPart,
} from '@/api/generated/admin-orders';
import { formatNaira } from '@/lib/money';
import type { RefundRequest } from '@/lib/order-refund';

/** The message after a refund. @param refunded naira. */
const refundedText = (text: string, refunded: number): string =>
  `${text}\n${formatNaira(refunded)} was returned to the wallet.`;

/** What can be refunded of an order, and the refund itself. @param onDone takes the message for staff. */
export function useOrderRefund(id: number, onDone: (text: string) => void) {
  const quote = useGetRefundQuote(id, {
    query: { gcTime: 0, meta: { fallback: 'The order could not be loaded' } },
  });
  const mutation = {
    meta: { fallback: 'The order could not be refunded' },
    onSuccess: ({
      message: text,
      data,
    }: {
      message: string;
      data: { refunded: number } | { proposal: object };
    }): void => {
      onDone('refunded' in data ? refundedText(text, data.refunded) : text);
    },
    // What is unused may have changed.
    onError: () => void quote.refetch(),
  };
  const all = useRefundOrder({ mutation });
  const part = useRefundOrderPart({ mutation });
  const shown = quote.data?.data;
  return {
    quote: shown,
    isBusy: all.isPending || part.isPending,
    refund: ({ choice, reason, amount }: RefundRequest) => {
      if (choice === 'all') all.mutate({ id, data: { reason } });
      else if (choice === 'amount') part.mutate({ id, data: { reason, amount } });
      else part.mutate({ id, data: { reason, expected_amount: shown?.unused } });
    },
  };
}
