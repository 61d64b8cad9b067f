import {
  type WebhookData,
  type WebhookDeliveryData,
  WebhookDeliveryStatus,
  WebhookEventType,
} from '@/api/generated/api.schemas';

export type Webhook = WebhookData;
export type Delivery = WebhookDeliveryData;

export const MAX_WEBHOOKS = 10;

export const EVENTS: { value: WebhookEventType; hint: string }[] = [
  { value: WebhookEventType.orderplaced, hint: 'An order was paid' },
  { value: WebhookEventType.orderdelivered, hint: 'Its proxies are ready' },
  { value: WebhookEventType.orderrefunded, hint: 'Its price is back in your wallet' },
  { value: WebhookEventType.paymentcredited, hint: 'A top-up arrived' },
  { value: WebhookEventType.proxyexpiring, hint: '72 and 24 hours before the end' },
  { value: WebhookEventType.proxyexpired, hint: 'A proxy has ended' },
  { value: WebhookEventType.proxytraffic_low, hint: '80, 95 or 100 percent are used' },
  { value: WebhookEventType.renewalsucceeded, hint: 'A proxy was renewed automatically' },
  { value: WebhookEventType.renewalfailed, hint: 'It could not be renewed' },
];

export const DELIVERY_LABELS: Record<WebhookDeliveryStatus, { label: string; color: string }> = {
  [WebhookDeliveryStatus.pending]: { label: 'Waiting', color: 'processing' },
  [WebhookDeliveryStatus.delivered]: { label: 'Delivered', color: 'success' },
  [WebhookDeliveryStatus.failed]: { label: 'Failed', color: 'error' },
};
