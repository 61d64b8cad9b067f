import { Alert, Descriptions, Flex, Skeleton, Typography, type DescriptionsProps } from 'antd';
import { useGetPaymentForStaff } from '@/api/generated/admin-payments';
import { Money } from '@/components/format/money';
import { formatDateTime } from '@/lib/date';
import { formatNaira } from '@/lib/money';
import { capitalise } from '@/lib/text';
import type { Payment } from './payment';
import type { Transaction } from './transaction';

type Items = NonNullable<DescriptionsProps['items']>;

const money = (amount: string) => <Money amount={Number(amount)} />;

const statusItem = ({ id, status }: { id: number; status: string }): Items[number] => ({
  key: 'payment',
  label: 'Payment',
  children: `#${id}, ${status}`,
});

function toItems(payment: Payment): Items {
  const { fee, settled_at: settledAt } = payment;
  return [
    statusItem(payment),
    {
      key: 'provider',
      label: 'Provider status',
      children: payment.provider_status ?? 'None yet',
    },
    { key: 'amount', label: 'Requested', children: money(payment.amount) },
    {
      key: 'paid',
      label: 'Paid',
      children: payment.paid === null ? 'Not known yet' : money(payment.paid),
    },
    ...(payment.credited === null
      ? []
      : [{ key: 'credited-amount', label: 'Credited', children: money(payment.credited) }]),
    ...(Number(payment.goodwill) > 0
      ? [{ key: 'goodwill', label: 'Of that, added by us', children: money(payment.goodwill) }]
      : []),
    ...(fee === null ? [] : [{ key: 'fee', label: 'Fee', children: money(fee) }]),
    ...(settledAt
      ? [{ key: 'settled', label: 'Credited on', children: formatDateTime(settledAt) }]
      : []),
    ...(Number(payment.charged_back) > 0
      ? [{ key: 'charged-back', label: 'Charged back', children: money(payment.charged_back) }]
      : []),
    ...payment.chargebacks.map((chargeback) => ({
      key: `chargeback-${chargeback.id}`,
      label: chargeback.kind === 'chargeback' ? 'Charge-back' : 'Refund at the provider',
      children: `${formatNaira(Number(chargeback.amount))} on ${formatDateTime(chargeback.created_at)}${
        chargeback.won_at ? `; dispute won, put back on ${formatDateTime(chargeback.won_at)}` : ''
      }`,
    })),
    ...payment.refunds.map((refund) => ({
      key: refund.reference,
      label: `Refund ${refund.reference}`,
      children: `${formatNaira(Number(refund.amount))}, ${refund.status}${refund.provider_note ? `: ${refund.provider_note}` : ''}`,
    })),
  ];
}

/** Why the payment is in its state; a payment in review needs a decision and gets a warning. */
function Reason({ status, reason }: { status: string; reason: string | null }) {
  if (status === 'review')
    return (
      <Alert
        type="warning"
        role="note"
        showIcon
        title="Waiting for a decision"
        description={
          reason ?? 'The card provider and our ledger have different records of this payment.'
        }
      />
    );
  return reason ? <Typography.Text>{capitalise(reason)}</Typography.Text> : null;
}

interface PaymentDetailsProps {
  listed: NonNullable<Transaction['payment']>;
  isAdmin: boolean;
}

/** The card payment behind a transaction. A sub-admin sees only the fields of the list. */
export function PaymentDetails({ listed, isAdmin }: PaymentDetailsProps) {
  const query = useGetPaymentForStaff(listed.id, {
    query: { enabled: isAdmin, meta: { fallback: 'The card payment could not be loaded' } },
  });
  const payment = query.data?.data;
  return (
    <Flex vertical gap="small">
      <Reason status={listed.status} reason={payment?.reason ?? listed.reason} />
      {isAdmin && query.isPending ? (
        <Skeleton active title={false} paragraph={{ rows: 2 }} />
      ) : (
        <Descriptions
          bordered
          size="small"
          title="Card payment"
          column={{ xs: 1, sm: 2 }}
          items={payment ? toItems(payment) : [statusItem(listed)]}
        />
      )}
    </Flex>
  );
}
