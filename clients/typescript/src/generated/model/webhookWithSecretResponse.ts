import type { WebhookWithSecretData } from './webhookWithSecretData';

export interface WebhookWithSecretResponse {
  data: WebhookWithSecretData;
  message: string;
  success: boolean;
}
