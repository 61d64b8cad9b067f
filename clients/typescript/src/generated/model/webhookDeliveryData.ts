import type { WebhookDeliveryStatus } from './webhookDeliveryStatus';

export interface WebhookDeliveryData {
  attempts: number;
  created_at: string;
  /** The same in every attempt. */
  event_id: string;
  id: number;
  /** @nullable */
  last_attempt_at: string | null;
  /**
   * Of the last attempt; null when it was delivered.
   * @nullable
   */
  last_error: string | null;
  /**
   * Null when no attempt follows.
   * @nullable
   */
  next_attempt_at: string | null;
  /**
   * HTTP status of the last response; null without one.
   * @nullable
   */
  response_status: number | null;
  status: WebhookDeliveryStatus;
  /** Of `events`, or `webhook.test`. */
  type: string;
}
