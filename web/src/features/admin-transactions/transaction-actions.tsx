import { useState } from 'react';
import { useGetPaymentForStaff } from '@/api/generated/hooks/admin-payments/admin-payments';
import { useIsAdmin } from '@/api/use-is-admin';
import { PlainButton } from '@/components/ui/button';
import parts from '@/components/ui/dialog-parts.module.css';
import { availableActions, type Payment, type PaymentAction } from './payment';
import { PAYMENT_ACTIONS, PaymentActionForm } from './payment-action-form';
import type { Transaction } from './transaction';

interface TransactionActionsProps {
  transaction: Transaction;
  onClose: () => void;
}

function Decisions({ payment, onClose }: { payment: Payment | undefined; onClose: () => void }) {
  const [asked, setAsked] = useState<PaymentAction | null>(null);
  if (payment && asked)
    return <PaymentActionForm payment={payment} action={asked} onEnd={() => setAsked(null)} />;
  return (
    <div className={parts.actions}>
      {payment &&
        availableActions(payment).map((action) => (
          <PlainButton
            key={action}
            look={PAYMENT_ACTIONS[action].isDangerous ? 'danger' : 'default'}
            onClick={() => setAsked(action)}
          >
            {PAYMENT_ACTIONS[action].verb}
          </PlainButton>
        ))}
      <PlainButton onClick={onClose}>Close</PlainButton>
    </div>
  );
}

/** What staff can do with the transaction of the dialog. */
export function TransactionActions({ transaction, onClose }: TransactionActionsProps) {
  const isAdmin = useIsAdmin();
  const id = transaction.payment?.id ?? 0;
  const query = useGetPaymentForStaff(id, {
    query: { enabled: isAdmin && id > 0, meta: { quiet: true } },
  });
  return <Decisions payment={query.data?.data} onClose={onClose} />;
}
