
/**
 * `processing`: paid and in delivery; poll `GET /user/proxies`.
 */
export type PurchaseStatus = typeof PurchaseStatus[keyof typeof PurchaseStatus];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const PurchaseStatus = {
  delivered: 'delivered',
  partly_delivered: 'partly_delivered',
  processing: 'processing',
} as const;
