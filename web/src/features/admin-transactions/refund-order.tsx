import { useRefundOrder } from '@/api/generated/hooks/admin-orders/admin-orders';
import { useMessage } from '@/components/feedback/use-message';
import { RefundOrderForm, refundedText } from '@/components/orders/refund-order-form';
import type { TransactionOrder } from './transaction';

interface RefundOrderProps {
  order: TransactionOrder;
  /** Naira paid. */
  amount: number;
  onEnd: () => void;
}

export function RefundOrder({ order, amount, onEnd }: RefundOrderProps) {
  const message = useMessage();
  const refund = useRefundOrder({
    mutation: {
      meta: { fallback: 'The order could not be refunded' },
      onSuccess: ({ message: text, data }) => {
        message.success(refundedText(text, data.refunded));
        onEnd();
      },
    },
  });
  return (
    <RefundOrderForm
      order={{ ...order, amount }}
      isBusy={refund.isPending}
      onConfirm={(reason) => refund.mutate({ id: order.id, data: { reason } })}
      onCancel={onEnd}
    />
  );
}
