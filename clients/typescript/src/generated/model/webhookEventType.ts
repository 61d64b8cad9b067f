
export type WebhookEventType = typeof WebhookEventType[keyof typeof WebhookEventType];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const WebhookEventType = {
  orderplaced: 'order.placed',
  orderdelivered: 'order.delivered',
  orderrefunded: 'order.refunded',
  paymentcredited: 'payment.credited',
  proxyexpiring: 'proxy.expiring',
  proxyexpired: 'proxy.expired',
  proxytraffic_low: 'proxy.traffic_low',
  renewalsucceeded: 'renewal.succeeded',
  renewalfailed: 'renewal.failed',
} as const;
