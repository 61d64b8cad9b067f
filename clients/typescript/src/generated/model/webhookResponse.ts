import type { WebhookData } from './webhookData';

export interface WebhookResponse {
  data: WebhookData;
  message: string;
  success: boolean;
}
