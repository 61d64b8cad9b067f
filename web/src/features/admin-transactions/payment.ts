import type { getPaymentForStaff } from '@/api/generated/admin-payments';
import { toNumberText } from '@/lib/number-text';

export type Payment = Awaited<ReturnType<typeof getPaymentForStaff>>['data'];

export type PaymentAction =
  | 'recheck'
  | 'accept'
  | 'reject'
  | 'refund'
  | 'chargeback'
  | 'win'
  | 'acknowledge';

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

type Reversible = Pick<
  Payment,
  'status' | 'amount' | 'credited' | 'goodwill' | 'charged_back' | 'chargebacks'
>;

/** Naira of a credited payment that can still be charged back. */
export const remainingAmount = ({
  status,
  amount,
  credited,
  goodwill,
  charged_back: chargedBack,
}: Omit<Reversible, 'chargebacks'>): number =>
  status === 'successful' ? Number(credited ?? amount) - Number(goodwill) - Number(chargedBack) : 0;

/** Chargebacks whose dispute can still be won. */
export const openChargebacks = <T extends Pick<Payment, 'chargebacks'>>({
  chargebacks,
}: T): Payment['chargebacks'] =>
  chargebacks.filter(({ kind, won_at: wonAt }) => kind === 'chargeback' && wonAt === null);

/** Actions that the server accepts in the payment's state. */
export function availableActions(
  payment: Pick<Payment, 'refunds' | 'to_acknowledge'> & Refundable & Reversible,
): PaymentAction[] {
  const actions: PaymentAction[] = [];
  if (UNSETTLED.includes(payment.status)) actions.push('recheck');
  if (payment.status === 'review') actions.push('accept', 'reject');
  if (refundableAmount(payment) > 0 && !isRefunded(payment)) actions.push('refund');
  if (remainingAmount(payment) > 0) actions.push('chargeback');
  if (openChargebacks(payment).length) actions.push('win');
  if (payment.to_acknowledge.length) actions.push('acknowledge');
  return actions;
}

/** Whole naira of a charge-back; undefined (empty) means the whole rest, null is invalid. */
export function parseChargebackAmount(text: string): number | undefined | null {
  const digits = toNumberText(text);
  if (digits === '') return undefined;
  return /^\d{1,9}$/.test(digits) && Number(digits) > 0 ? Number(digits) : null;
}
