
/**
 * `refunded`: the order was refunded since.
 */
export type PurchaseStatus = typeof PurchaseStatus[keyof typeof PurchaseStatus];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const PurchaseStatus = {
  delivered: 'delivered',
  refunded: 'refunded',
} as const;
