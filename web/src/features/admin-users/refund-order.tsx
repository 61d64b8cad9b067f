import { useOrderRefund } from '@/api/use-order-refund';
import { useMessage } from '@/components/feedback/use-message';
import { RefundOrderForm } from '@/components/orders/refund-order-form';
import { Dialog } from '@/components/ui/dialog';
import type { Purchase } from './history-columns';

export function RefundOrder({ purchase, onClose }: { purchase: Purchase; onClose: () => void }) {
  const { id } = purchase;
  const message = useMessage();
  const { quote, isBusy, refund } = useOrderRefund(id, (text) => {
    message.success(text);
    onClose();
  });
  return (
    <Dialog title={`Refund order #${id}`} width={520} onClose={onClose}>
      <RefundOrderForm quote={quote} isBusy={isBusy} onConfirm={refund} onCancel={onClose} />
    </Dialog>
  );
}
