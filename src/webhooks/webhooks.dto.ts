import { ApiProperty } from '@nestjs/swagger';
import {
  ArrayNotEmpty,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsString,
  MaxLength,
} from 'class-validator';
import { IfGiven } from '../common/http/fields';
import {
  WEBHOOK_EVENTS,
  type WebhookEventType,
  DELIVERY_STATUSES,
  type WebhookDeliveryStatus,
} from './webhook.entity';

const EVENTS = { message: `events is a list of ${WEBHOOK_EVENTS.join(', ')}` };
const URL_TEXT = { message: 'Enter a URL such as https://example.com/webhooks' };

export class CreateWebhookDto {
  /** HTTPS, on the public Internet. @example https://example.com/webhooks */
  @IsString(URL_TEXT)
  @MaxLength(2000, { message: 'The URL is too long' })
  url: string;

  /** What to be called about. */
  @ApiProperty({ enum: WEBHOOK_EVENTS, enumName: 'WebhookEventType', isArray: true })
  @IsArray(EVENTS)
  @ArrayNotEmpty({ message: 'Choose at least one event' })
  @ArrayUnique(EVENTS)
  @IsIn(WEBHOOK_EVENTS, { ...EVENTS, each: true })
  events: WebhookEventType[];
}

export class UpdateWebhookDto {
  /** HTTPS, on the public Internet; left out, unchanged. @example https://example.com/webhooks */
  @IfGiven()
  @IsString(URL_TEXT)
  @MaxLength(2000, { message: 'The URL is too long' })
  url?: string;

  /** What to be called about; left out, unchanged. */
  @ApiProperty({
    enum: WEBHOOK_EVENTS,
    enumName: 'WebhookEventType',
    isArray: true,
    required: false,
  })
  @IfGiven()
  @IsArray(EVENTS)
  @ArrayNotEmpty({ message: 'Choose at least one event' })
  @ArrayUnique(EVENTS)
  @IsIn(WEBHOOK_EVENTS, { ...EVENTS, each: true })
  events?: WebhookEventType[];

  /** Whether events are sent; left out, unchanged. */
  @IfGiven()
  @IsBoolean({ message: 'enabled is true or false' })
  enabled?: boolean;
}

export class WebhookData {
  /** @example 3 */
  id: number;
  /** @example https://example.com/webhooks */
  url: string;
  @ApiProperty({ enum: WEBHOOK_EVENTS, enumName: 'WebhookEventType', isArray: true })
  events: WebhookEventType[];
  enabled: boolean;
  /** Why it was switched off after repeated failures; null otherwise. */
  disabled_reason: string | null;
  created_at: Date;
}

export class WebhookWithSecretData extends WebhookData {
  /** Verifies `Webhook-Signature`. Shown this once. */
  secret: string;
}

export class WebhookDeliveryData {
  /** @example 41 */
  id: number;
  /** The same in every attempt. @example 5f0c2c0a-3f0e-4a57-9d5d-3a2f1a7a8d11 */
  event_id: string;
  /** Of `events`, or `webhook.test`. @example order.delivered */
  type: string;
  @ApiProperty({ enum: DELIVERY_STATUSES, enumName: 'WebhookDeliveryStatus' })
  status: WebhookDeliveryStatus;
  attempts: number;
  /** HTTP status of the last response; null without one. @example 500 */
  response_status: number | null;
  /** Of the last attempt; null when it was delivered. */
  last_error: string | null;
  created_at: Date;
  last_attempt_at: Date | null;
  /** Null when no attempt follows. */
  next_attempt_at: Date | null;
}
