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

/** What the server would not refuse in the payment's state. */
export function availableActions(
  payment: Pick<Payment, 'status' | 'paid' | 'refunds' | 'charged_back_at'>,
): PaymentAction[] {
  const offered: PaymentAction[] = [];
  if (UNSETTLED.includes(payment.status)) offered.push('recheck');
  if (payment.status === 'review') offered.push('accept', 'reject');
  if (payment.status === 'rejected' && payment.paid !== null && !isRefunded(payment))
    offered.push('refund');
  if (payment.status === 'successful' && payment.charged_back_at === null)
    offered.push('chargeback');
  return offered;
}

/** Whole naira for a charge-back; undefined is all that is left, null no amount. */
export function parseChargebackAmount(text: string): number | undefined | null {
  const digits = text.replaceAll(/[\s,₦]/g, '');
  if (digits === '') return undefined;
  return /^\d{1,9}$/.test(digits) && Number(digits) > 0 ? Number(digits) : null;
}
