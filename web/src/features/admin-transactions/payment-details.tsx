import { useGetPaymentForStaff } from '@/api/generated/hooks/admin-payments/admin-payments';
import { Notice } from '@/components/feedback/notice';
import { SkeletonRows } from '@/components/feedback/skeleton';
import { Money } from '@/components/format/money';
import { Facts, Section, type Fact } from '@/components/layout/facts';
import { formatDateTime } from '@/lib/date';
import { formatNaira } from '@/lib/money';
import { capitalise } from '@/lib/text';
import type { Payment } from './payment';
import type { Transaction } from './transaction';

const money = (amount: string) => <Money amount={Number(amount)} />;

function toItems(payment: Payment): Fact[] {
  return [
    { label: 'Payment', value: `#${payment.id}, ${payment.status}` },
    { label: 'Provider says', value: payment.provider_status ?? 'Nothing yet' },
    { label: 'Asked for', value: money(payment.amount) },
    { label: 'Paid', value: payment.paid === null ? 'Not told yet' : money(payment.paid) },
    ...(payment.fee === null ? [] : [{ label: 'Fee', value: money(payment.fee) }]),
    ...(payment.settled_at
      ? [{ label: 'Credited', value: formatDateTime(payment.settled_at) }]
      : []),
    ...(payment.charged_back_at
      ? [
          { label: 'Charged back', value: money(payment.charged_back) },
          { label: 'Charged back on', value: formatDateTime(payment.charged_back_at) },
        ]
      : []),
    ...payment.refunds.map((refund) => ({
      label: `Refund ${refund.reference}`,
      value: `${formatNaira(Number(refund.amount))}, ${refund.status}${refund.provider_note ? `: ${refund.provider_note}` : ''}`,
    })),
  ];
}

/** In review it is said loudly, because somebody has to decide. */
function Reason({ status, reason }: { status: string; reason: string | null }) {
  if (status === 'review')
    return (
      <Notice tone="warning" icon="alert" title="Waiting for a decision">
        {reason ?? 'The card provider and our books do not agree about this payment.'}
      </Notice>
    );
  return reason ? <p>{capitalise(reason)}</p> : null;
}

/** Everything staff decide by. A sub-admin sees what the list says. */
export function PaymentDetails({
  listed,
  isAdmin,
}: {
  listed: NonNullable<Transaction['payment']>;
  isAdmin: boolean;
}) {
  const query = useGetPaymentForStaff(listed.id, {
    query: { enabled: isAdmin, meta: { fallback: 'The card payment could not be loaded' } },
  });
  const payment = query.data?.data;
  return (
    <Section title="Card payment">
      <Reason status={listed.status} reason={payment?.reason ?? listed.reason} />
      {isAdmin && query.isPending ? (
        <SkeletonRows rows={2} label="Loading card payment" />
      ) : (
        <Facts
          facts={
            payment
              ? toItems(payment)
              : [{ label: 'Payment', value: `#${listed.id}, ${listed.status}` }]
          }
        />
      )}
    </Section>
  );
}
