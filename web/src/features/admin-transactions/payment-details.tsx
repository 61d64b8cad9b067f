import { Alert, Flex, Skeleton, Typography, type DescriptionsProps } from 'antd';
import { useGetPaymentForStaff } from '@/api/generated/admin-payments';
import { Money } from '@/components/format/money';
import { formatDateTime } from '@/lib/date';
import { formatNaira } from '@/lib/money';
import { capitalise } from '@/lib/text';
import type { Payment } from './payment';
import type { Transaction } from './transaction';
import { Facts } from '@/components/layout/facts';

type Items = NonNullable<DescriptionsProps['items']>;

const money = (amount: string) => <Money amount={Number(amount)} />;

const statusItem = ({ id, status }: { id: number; status: string }): Items[number] => ({
  label: 'Payment',
  children: `#${id}, ${status}`,
});

function toItems(payment: Payment): Items {
  const { fee, settled_at: settledAt } = payment;
  return [
    statusItem(payment),
    { label: 'Provider status', children: payment.provider_status ?? 'None yet' },
    { label: 'Requested', children: money(payment.amount) },
    { label: 'Paid', children: payment.paid === null ? 'Not known yet' : money(payment.paid) },
    ...(payment.credited === null
      ? []
      : [{ label: 'Credited', children: money(payment.credited) }]),
    ...(Number(payment.goodwill) > 0
      ? [{ label: 'Of that, added by us', children: money(payment.goodwill) }]
      : []),
    ...(fee === null ? [] : [{ label: 'Fee', children: money(fee) }]),
    ...(settledAt ? [{ label: 'Credited on', children: formatDateTime(settledAt) }] : []),
    ...(Number(payment.charged_back) > 0
      ? [{ label: 'Charged back', children: money(payment.charged_back) }]
      : []),
    ...payment.chargebacks.map((chargeback) => ({
      label: chargeback.kind === 'chargeback' ? 'Charge-back' : 'Refund at the provider',
      children: `${formatNaira(Number(chargeback.amount))} on ${formatDateTime(chargeback.created_at)}${
        chargeback.won_at ? `; dispute won, put back on ${formatDateTime(chargeback.won_at)}` : ''
      }`,
    })),
    ...payment.refunds.map((refund) => ({
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
  canViewMoney: boolean;
}

/** The card payment behind a transaction. Without permission to see amounts only the fields of the list. */
export function PaymentDetails({ listed, canViewMoney }: PaymentDetailsProps) {
  const query = useGetPaymentForStaff(listed.id, {
    query: { enabled: canViewMoney, meta: { fallback: 'The card payment could not be loaded' } },
  });
  const payment = query.data?.data;
  return (
    <Flex vertical gap="small">
      <Reason status={listed.status} reason={payment?.reason ?? listed.reason} />
      {canViewMoney && query.isPending ? (
        <Skeleton active title={false} paragraph={{ rows: 2 }} />
      ) : (
        <Facts
          title="Card payment"
          column={{ xs: 1, sm: 2 }}
          items={payment ? toItems(payment) : [statusItem(listed)]}
        />
      )}
    </Flex>
  );
}
