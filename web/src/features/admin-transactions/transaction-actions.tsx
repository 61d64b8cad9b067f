import { useAdminVerifyPayment } from '@/api/generated/hooks/admin-transactions/admin-transactions';
import { useIsAdmin } from '@/api/use-is-admin';
import { PlainButton } from '@/components/ui/button';
import parts from '@/components/ui/dialog-parts.module.css';
import { Icon } from '@/components/ui/icon';
import { toast } from '@/lib/toast';
import { isRecheckable, type Transaction } from './transaction';

interface TransactionActionsProps {
  transaction: Transaction;
  onClose: () => void;
}

/** What staff can do with the transaction of the dialog. */
export function TransactionActions({ transaction, onClose }: TransactionActionsProps) {
  const isAdmin = useIsAdmin();
  const verify = useAdminVerifyPayment({
    mutation: {
      meta: { fallback: 'The payment could not be verified' },
      onSuccess: ({ message }) => toast.success(message),
    },
  });
  const { payment } = transaction;
  return (
    <div className={parts.actions}>
      {isAdmin && payment && isRecheckable(transaction) && (
        <PlainButton disabled={verify.isPending} onClick={() => verify.mutate({ id: payment.id })}>
          <Icon name="refresh" size={16} />
          {verify.isPending ? 'Verifying...' : 'Verify with provider'}
        </PlainButton>
      )}
      <PlainButton onClick={onClose}>Close</PlainButton>
    </div>
  );
}
