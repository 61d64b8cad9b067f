import type { getPaymentForStaff } from '@/api/generated/hooks/admin-payments/admin-payments';

export type Payment = Awaited<ReturnType<typeof getPaymentForStaff>>['data'];

export type PaymentAction = 'recheck' | 'accept' | 'reject' | 'refund' | 'chargeback';

const UNSETTLED: readonly Payment['status'][] = [
  'created',
  'pending',
  'failed',
  'expired',
  'review',
];

const isRefunded = ({ refunds }: Pick<Payment, 'refunds'>): boolean =>
  refunds.some(({ status }) => status !== 'failed');

type Refundable = Pick<Payment, 'status' | 'paid' | 'received' | 'credited' | 'goodwill'>;

/** Naira that came in and were not credited: all of a rejected payment, the excess of an accepted one. */
export function refundableAmount(payment: Refundable): number {
  const { status, paid, received, credited, goodwill } = payment;
  if (status === 'rejected') return Number(received ?? paid);
  if (status !== 'successful' || received === null) return 0;
  return Math.max(0, Number(received) - (Number(credited) - Number(goodwill)));
}

/** Actions that the server accepts in the payment's state. */
export function availableActions(
  payment: Pick<Payment, 'status' | 'paid' | 'refunds' | 'charged_back_at'> & Refundable,
): PaymentAction[] {
  const actions: PaymentAction[] = [];
  if (UNSETTLED.includes(payment.status)) actions.push('recheck');
  if (payment.status === 'review') actions.push('accept', 'reject');
  if (refundableAmount(payment) > 0 && !isRefunded(payment)) actions.push('refund');
  if (payment.status === 'successful' && payment.charged_back_at === null)
    actions.push('chargeback');
  return actions;
}

/** Whole naira of a charge-back; undefined (empty) means the whole rest, null is invalid. */
export function parseChargebackAmount(text: string): number | undefined | null {
  const digits = text.replaceAll(/[\s,₦]/g, '');
  if (digits === '') return undefined;
  return /^\d{1,9}$/.test(digits) && Number(digits) > 0 ? Number(digits) : null;
}
