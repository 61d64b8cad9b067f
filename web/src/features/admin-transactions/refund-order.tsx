import { useOrderRefund } from '@/api/use-order-refund';
import { useMessage } from '@/components/feedback/use-message';
import { RefundOrderForm } from '@/components/orders/refund-order-form';
import type { TransactionOrder } from './transaction';

interface RefundOrderProps {
  order: Pick<TransactionOrder, 'id'>;
  about: string;
  onEnd: () => void;
}

export function RefundOrder({ order, about, onEnd }: RefundOrderProps) {
  const message = useMessage();
  const { quote, isBusy, refund } = useOrderRefund(order.id, (text) => {
    message.success(text);
    onEnd();
  });
  return (
    <RefundOrderForm
      about={about}
      quote={quote}
      isBusy={isBusy}
      onConfirm={refund}
      onCancel={onEnd}
    />
  );
}
