import type { RefundQuote, RefundRequest } from '@/lib/order-refund';
import { nameWithEmail } from '@/lib/text';
import { useMessage } from '../feedback/use-message';
import { Dialog } from '../ui/dialog';
import { RefundOrderForm } from './refund-order-form';

interface OrderRefund {
  /** Undefined while it loads. */
  quote: RefundQuote | undefined;
  isBusy: boolean;
  refund: (request: RefundRequest) => void;
}

interface RefundOrderProps {
  id: number;
  /** The order and whose it is. */
  about: string;
  useRefund: (id: number, onDone: (text: string) => void) => OrderRefund;
  onEnd: () => void;
}

/** Refunds an order, or a part of it, into the wallet. */
export function RefundOrder({ id, about, useRefund, onEnd }: RefundOrderProps) {
  const message = useMessage();
  const { quote, isBusy, refund } = useRefund(id, (text) => {
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

type RefundOrderDialogProps = Omit<RefundOrderProps, 'about'> & {
  user: { name: string; email: string };
};

export const RefundOrderDialog = ({ user, ...props }: RefundOrderDialogProps) => (
  <Dialog title={`Refund order #${props.id}`} width={520} onClose={props.onEnd}>
    <RefundOrder {...props} about={`Order #${props.id} of ${nameWithEmail(user)}`} />
  </Dialog>
);
