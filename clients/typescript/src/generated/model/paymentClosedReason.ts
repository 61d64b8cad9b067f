
/**
 * Why a failed payment was closed: `declined` by the provider, `expired` unpaid, or `rejected` after a
review; null for any other status.
 */
export type PaymentClosedReason = typeof PaymentClosedReason[keyof typeof PaymentClosedReason];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const PaymentClosedReason = {
  declined: 'declined',
  expired: 'expired',
  rejected: 'rejected',
} as const;
