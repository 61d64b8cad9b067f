/** Events that a webhook can be called about. Persisted and public: never rename one. */
export const WEBHOOK_EVENTS = [
  'order.placed',
  'order.delivered',
  'order.refunded',
  'payment.credited',
  'proxy.expiring',
  'proxy.expired',
  'proxy.traffic_low',
  'renewal.succeeded',
  'renewal.failed',
] as const;
export type WebhookEventType = (typeof WEBHOOK_EVENTS)[number];

/** Sent on request only. */
export const TEST_EVENT = 'webhook.test';

export const MAX_WEBHOOKS = 10;

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export type WebhookDeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export interface WebhookView {
  readonly id: number;
  readonly url: string;
  readonly events: readonly WebhookEventType[];
  readonly enabled: boolean;
  /** Null unless it was disabled for its failures. */
  readonly disabledReason: string | null;
  readonly createdAt: Date;
}

export interface WebhookDeliveryView {
  readonly id: number;
  readonly eventId: string;
  readonly type: string;
  readonly status: WebhookDeliveryStatus;
  readonly attempts: number;
  /** HTTP status of the last response; null without one. */
  readonly responseStatus: number | null;
  readonly lastError: string | null;
  readonly createdAt: Date;
  readonly lastAttemptAt: Date | null;
  /** Null when no attempt follows. */
  readonly nextAttemptAt: Date | null;
}

export interface WebhookChange {
  readonly url?: string;
  readonly events?: readonly WebhookEventType[];
  readonly enabled?: boolean;
}
