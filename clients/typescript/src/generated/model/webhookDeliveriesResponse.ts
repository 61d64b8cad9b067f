import type { WebhookDeliveryData } from './webhookDeliveryData';

export interface WebhookDeliveriesResponse {
  /** The last 50, newest first. */
  data: WebhookDeliveryData[];
  success: boolean;
}
