import type { WebhookEventType } from './webhookEventType';

export interface CreateWebhookDto {
  /**
   * What to be called about.
   * @minItems 1
   */
  events: WebhookEventType[];
  /**
   * HTTPS, on the public Internet.
   * @maxLength 2000
   */
  url: string;
}
