import { useReverseFunding } from '@/api/generated/admin-wallet-corrections';
import { ReasonForm } from '@/components/form/reason-form';
import { formatNaira } from '@/lib/money';
import { Button, Flex } from 'antd';
import { useState } from 'react';
import type { Correction } from '@/api/correction-subject';
import { useGetPaymentForStaff } from '@/api/generated/admin-payments';
import { adminTransactionReceipt } from '@/api/generated/admin-transactions';
import { useOrderRefund } from '@/api/use-order-refund';
import { useReceipts } from '@/api/use-documents';
import { useCan } from '@/api/use-can';
import { RefundOrder } from '@/components/orders/refund-order';
import { Icon } from '@/components/ui/icon';
import { hasProposal, isReversed } from './open-corrections';
import { availableActions, type PaymentAction } from './payment';
import { PAYMENT_ACTIONS, PaymentActionForm } from './payment-action-form';
import { isOrderRefundable, isStaffFunding, type Transaction } from './transaction';
import { outcome } from '@/api/outcome';
import { nameWithEmail } from '@/lib/text';

/** Whose money an action moves, how much and where to find it. */
const describeSubject = ({
  user,
  amount,
  reference,
}: Pick<Transaction, 'user' | 'amount' | 'reference'>): string =>
  [nameWithEmail(user), amount !== null && formatNaira(amount), reference]
    .filter(Boolean)
    .join(', ');

interface ReverseFundingProps {
  transaction: Pick<Transaction, 'id' | 'amount' | 'reference' | 'user'>;
  onEnd: () => void;
}

/** Takes a mistaken funding out of the wallet again. */
export function ReverseFunding({ transaction, onEnd }: ReverseFundingProps) {
  const { id, amount, user } = transaction;
  const reverse = useReverseFunding({
    mutation: outcome('The funding could not be reversed', onEnd),
  });
  return (
    <ReasonForm
      verb="Reverse funding"
      about={describeSubject(transaction)}
      consequence={`${formatNaira(amount ?? 0)} is taken from the wallet of ${user.name}, once. If some of it is spent, nothing is taken. A large amount waits until another admin approves it.`}
      isDangerous
      isBusy={reverse.isPending}
      onConfirm={(reason) => reverse.mutate({ id, data: { reason } })}
      onCancel={onEnd}
    />
  );
}

interface TransactionActionsProps {
  transaction: Transaction;
  /** Proposed or posted movements about it. */
  corrections: readonly Correction[];
  onClose: () => void;
}

/** Actions on the card payment or the order of the open transaction, and its receipt. */
export function TransactionActions({ transaction, corrections, onClose }: TransactionActionsProps) {
  const can = useCan();
  const [selected, setSelected] = useState<
    PaymentAction | 'refund-order' | 'reverse-funding' | null
  >(null);
  const receipts = useReceipts(adminTransactionReceipt);
  const id = transaction.payment?.id ?? 0;
  const query = useGetPaymentForStaff(id, {
    query: { enabled: can('payments.manage') && id > 0, meta: { quiet: true } },
  });
  const payment = query.data?.data;
  const { order } = transaction;
  const end = () => setSelected(null);
  if (selected === 'refund-order' && order)
    return (
      <RefundOrder
        id={order.id}
        useRefund={useOrderRefund}
        about={`Order #${order.id}, ${describeSubject(transaction)}`}
        onEnd={end}
      />
    );
  if (selected === 'reverse-funding')
    return <ReverseFunding transaction={transaction} onEnd={end} />;
  if (payment && selected && selected !== 'refund-order')
    return (
      <PaymentActionForm
        payment={payment}
        about={describeSubject(transaction)}
        action={selected}
        onEnd={end}
      />
    );
  return (
    <Flex justify="end" gap="small" wrap>
      {can('money.read') && transaction.has_receipt && (
        <Button
          icon={<Icon name="download" size={14} />}
          disabled={receipts.isBusy(transaction.id)}
          onClick={() => receipts.download(transaction)}
        >
          {receipts.isBusy(transaction.id) ? 'Downloading...' : 'Receipt'}
        </Button>
      )}
      {can('wallets.manage') && isStaffFunding(transaction) && !isReversed(corrections) && (
        <Button danger onClick={() => setSelected('reverse-funding')}>
          Reverse funding
        </Button>
      )}
      {can('refunds.propose') && isOrderRefundable(transaction) && (
        <Button danger onClick={() => setSelected('refund-order')}>
          Refund order
        </Button>
      )}
      {can('payments.manage') &&
        payment &&
        availableActions(payment)
          .filter((action) => action !== 'chargeback' || !hasProposal(corrections, 'chargeback'))
          .map((action) => (
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
