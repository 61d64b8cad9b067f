import { useRefundOrder } from '@/api/generated/hooks/admin-orders/admin-orders';
import { ReasonForm } from '@/components/form/reason-form';
import { Dialog } from '@/components/ui/dialog';
import { formatNaira } from '@/lib/money';
import { toast } from '@/lib/toast';
import type { Purchase } from './history-columns';

/** The money of a delivered order goes back into the wallet, and its proxies out of service. */
export function RefundOrder({ purchase, onClose }: { purchase: Purchase; onClose: () => void }) {
  const refund = useRefundOrder({
    mutation: {
      meta: { fallback: 'The order could not be refunded' },
      onSuccess: ({ message, data }) => {
        toast.success(`${message}\n${formatNaira(data.refunded)} went back into the wallet.`);
        onClose();
      },
    },
  });
  const { id, type, amount, proxies } = purchase;
  return (
    <Dialog title={`Refund order #${id}`} width={520} onClose={onClose}>
      <ReasonForm
        verb="Refund order"
        consequence={`Up to ${formatNaira(amount)} for ${proxies} ${type} prox${proxies === 1 ? 'y' : 'ies'} goes back into the wallet, less what was given back already. Whatever the order delivered stops working at once.`}
        isDangerous
        isBusy={refund.isPending}
        onConfirm={(reason) => refund.mutate({ id, data: { reason } })}
        onCancel={onClose}
      />
    </Dialog>
  );
}
