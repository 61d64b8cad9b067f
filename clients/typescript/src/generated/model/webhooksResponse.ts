import type { WebhookData } from './webhookData';

export interface WebhooksResponse {
  /** Newest first. */
  data: WebhookData[];
  success: boolean;
}
