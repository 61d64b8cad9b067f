
/**
 * The same as `transaction.status`.
 */
export type PaymentStatus = typeof PaymentStatus[keyof typeof PaymentStatus];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const PaymentStatus = {
  successful: 'successful',
  pending: 'pending',
  failed: 'failed',
} as const;
