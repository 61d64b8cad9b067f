import type { PaymentClosedReason } from './paymentClosedReason';

/**
 * Why a failed payment was closed: `declined` by the provider, `expired` unpaid, or `rejected` after a
review; null for any other status.
 * @nullable
 */
export type PaymentCheckoutDataClosedReason = PaymentClosedReason | null;
