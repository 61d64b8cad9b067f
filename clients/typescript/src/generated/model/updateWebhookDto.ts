import type { WebhookEventType } from './webhookEventType';

export interface UpdateWebhookDto {
  /** Whether events are sent; left out, unchanged. */
  enabled?: boolean;
  /**
   * What to be called about; left out, unchanged.
   * @minItems 1
   */
  events?: WebhookEventType[];
  /**
   * HTTPS, on the public Internet; left out, unchanged.
   * @maxLength 2000
   */
  url?: string;
}
