
/**
 * `processing`: paid and in delivery; poll `GET /user/proxies/{id}`. It is refunded if it cannot be given.
 */
export type ExtensionStatus = typeof ExtensionStatus[keyof typeof ExtensionStatus];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const ExtensionStatus = {
  delivered: 'delivered',
  processing: 'processing',
} as const;
