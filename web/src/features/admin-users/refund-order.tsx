import { useRefundOrder } from '@/api/generated/hooks/admin-orders/admin-orders';
import { useMessage } from '@/components/feedback/use-message';
import { ReasonForm } from '@/components/form/reason-form';
import { Dialog } from '@/components/ui/dialog';
import { formatNaira } from '@/lib/money';
import type { Purchase } from './history-columns';

/** Refunds a delivered order into the wallet; its proxies stop working. */
export function RefundOrder({ purchase, onClose }: { purchase: Purchase; onClose: () => void }) {
  const message = useMessage();
  const refund = useRefundOrder({
    mutation: {
      meta: { fallback: 'The order could not be refunded' },
      onSuccess: ({ message: text, data }) => {
        message.success(`${text}\n${formatNaira(data.refunded)} was returned to the wallet.`);
        onClose();
      },
    },
  });
  const { id, type, amount, proxies } = purchase;
  return (
    <Dialog title={`Refund order #${id}`} width={520} onClose={onClose}>
      <ReasonForm
        verb="Refund order"
        consequence={`Up to ${formatNaira(amount)} for ${proxies} ${type} prox${proxies === 1 ? 'y' : 'ies'} is returned to the wallet, minus earlier refunds. The proxies of the order stop working immediately.`}
        isDangerous
        isBusy={refund.isPending}
        onConfirm={(reason) => refund.mutate({ id, data: { reason } })}
        onCancel={onClose}
      />
    </Dialog>
  );
}
