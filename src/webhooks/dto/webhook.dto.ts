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
import { IfGiven } from '../../common/http/fields';
import { WEBHOOK_EVENTS, type WebhookEventType } from '../webhooks.types';

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
