import { Button, Flex } from 'antd';
import { useState } from 'react';
import { useGetPaymentForStaff } from '@/api/generated/hooks/admin-payments/admin-payments';
import { useIsAdmin } from '@/api/use-is-admin';
import { availableActions, type PaymentAction } from './payment';
import { PAYMENT_ACTIONS, PaymentActionForm } from './payment-action-form';
import type { Transaction } from './transaction';

interface TransactionActionsProps {
  transaction: Transaction;
  onClose: () => void;
}

/** Actions on the card payment of the open transaction. */
export function TransactionActions({ transaction, onClose }: TransactionActionsProps) {
  const isAdmin = useIsAdmin();
  const [selected, setSelected] = useState<PaymentAction | null>(null);
  const id = transaction.payment?.id ?? 0;
  const query = useGetPaymentForStaff(id, {
    query: { enabled: isAdmin && id > 0, meta: { quiet: true } },
  });
  const payment = query.data?.data;
  if (payment && selected)
    return (
      <PaymentActionForm payment={payment} action={selected} onEnd={() => setSelected(null)} />
    );
  return (
    <Flex justify="end" gap="small" wrap>
      {payment &&
        availableActions(payment).map((action) => (
          <Button
            key={action}
            danger={PAYMENT_ACTIONS[action].isDangerous}
            onClick={() => setSelected(action)}
          >
            {PAYMENT_ACTIONS[action].verb}
          </Button>
        ))}
      <Button onClick={onClose}>Close</Button>
    </Flex>
  );
}
