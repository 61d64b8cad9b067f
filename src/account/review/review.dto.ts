import { ArrayMaxSize, IsArray, IsInt, IsString, Max, MaxLength, Min } from 'class-validator';
import { IfGiven } from '../../common/http/fields';
import { MAX_ID } from '../../common/http/request.pipes';
import { ApiProperty } from '@nestjs/swagger';

export const REVIEW_KINDS = [
  'member',
  'invitation',
  'address',
  'sub_user',
  'webhook',
  'api_key',
  'google',
] as const;
export type ReviewKind = (typeof REVIEW_KINDS)[number];

const MAX_ITEMS = 10_000;

export class ReviewDecisionDto {
  /** Ids of items that stay. @example ["webhook:12"] */
  @IsArray()
  @ArrayMaxSize(MAX_ITEMS)
  @IsString({ each: true })
  @MaxLength(40, { each: true })
  keep: string[];

  /** Ids of items that are removed. @example ["member:7"] */
  @IsArray()
  @ArrayMaxSize(MAX_ITEMS)
  @IsString({ each: true })
  @MaxLength(40, { each: true })
  remove: string[];

  /** How many items are in neither list, all of which stay. Left out, no other item is kept. @example 3 */
  @IfGiven()
  @IsInt()
  @Min(0)
  @Max(MAX_ID)
  keep_rest?: number;
}

export class SecurityReviewItem {
  /** @example webhook:12 */
  id: string;
  @ApiProperty({ enum: REVIEW_KINDS, enumName: 'SecurityReviewKind' })
  kind: ReviewKind;
  /** Name, address or URL. @example https://example.com/hook */
  title: string;
  /** Email address of a member, events of a webhook, visible beginning of a key, or the key with which it was made. */
  detail: string | null;
  /** Given when it concerns one proxy only. */
  proxy_id: number | null;
  /** Id of the API key with which it was made, which may be among the items; null with a sign-in. @example api_key:5 */
  made_with: string | null;
  created_at: Date;
}

export class SecurityReviewData {
  /** Whether the items are paused until you have decided about them. */
  due: boolean;
  items: SecurityReviewItem[];
}
