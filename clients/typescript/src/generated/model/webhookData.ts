import type { WebhookEventType } from './webhookEventType';

export interface WebhookData {
  created_at: string;
  /**
   * Why it was switched off after repeated failures; null otherwise.
   * @nullable
   */
  disabled_reason: string | null;
  enabled: boolean;
  events: WebhookEventType[];
  id: number;
  url: string;
}
