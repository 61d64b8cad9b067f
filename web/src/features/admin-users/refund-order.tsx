import { useRefundOrder } from '@/api/generated/hooks/admin-orders/admin-orders';
import { useMessage } from '@/components/feedback/use-message';
import { RefundOrderForm, refundedText } from '@/components/orders/refund-order-form';
import { Dialog } from '@/components/ui/dialog';
import type { Purchase } from './history-columns';

export function RefundOrder({ purchase, onClose }: { purchase: Purchase; onClose: () => void }) {
  const message = useMessage();
  const refund = useRefundOrder({
    mutation: {
      meta: { fallback: 'The order could not be refunded' },
      onSuccess: ({ message: text, data }) => {
        message.success(refundedText(text, data.refunded));
        onClose();
      },
    },
  });
  const { id } = purchase;
  return (
    <Dialog title={`Refund order #${id}`} width={520} onClose={onClose}>
      <RefundOrderForm
        order={purchase}
        isBusy={refund.isPending}
        onConfirm={(reason) => refund.mutate({ id, data: { reason } })}
        onCancel={onClose}
      />
    </Dialog>
  );
}
