
/**
 * Why it was switched off; null when it is on, or its owner switched it off.
 */
export type AutoRenewReason = typeof AutoRenewReason[keyof typeof AutoRenewReason];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const AutoRenewReason = {
  insufficient_balance: 'insufficient_balance',
  package_unavailable: 'package_unavailable',
  delivery_failed: 'delivery_failed',
  proxy_expired: 'proxy_expired',
  proxy_suspended: 'proxy_suspended',
  order_refunded: 'order_refunded',
  member_limit: 'member_limit',
  member_left: 'member_left',
} as const;
