import { ApiProperty } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateNested,
} from 'class-validator';
import { HasVisibleLetter, IfGiven, PlainLowerCase, PlainText, trim } from '../common/http/fields';
import {
  emptyFilterToUndefined,
  PaginationResponse,
  SearchQuery,
} from '../common/http/pagination.dto';
import { MAX_ID } from '../common/http/request.pipes';
import { MAX_ATTACHMENTS, TICKET_STATUSES, type TicketStatus } from './ticket.entity';

const SUBJECT_MAX = 150;
const BODY_MAX = 8000;
const SUBJECT = { message: 'Please enter a subject' };
const BODY = { message: 'Please enter a message' };
const ONE_LINE = /^[^\p{Cc}\p{Zl}\p{Zp}]+$/u;
const TAG = /^[\p{L}\p{N}][\p{L}\p{N} _-]{0,29}$/u;
const TAGS = { message: 'A tag has up to 30 letters, digits, spaces and hyphens', each: true };
const MAX_TAGS = 10;

/** What a ticket is about. */
export class TicketContext {
  /** A proxy of the account. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_ID)
  proxy_id?: number | null;

  /** An order of the account. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_ID)
  order_id?: number | null;

  /** Reference of a payment or a transaction. @example TOPUP-20261129-1 */
  @IsOptional()
  @PlainText()
  @IsString()
  @MaxLength(100)
  reference?: string | null;
}

export class TicketMessageDto {
  /** 1 to 8000 characters. @example The proxy answers with 407 since this morning. */
  @Transform(trim)
  @MaxLength(BODY_MAX, { message: `Message must be at most ${BODY_MAX} characters long` })
  @MinLength(1, BODY)
  @IsString(BODY)
  body: string;
}

/** One that may have files. */
export class TicketReplyDto extends TicketMessageDto {
  /** At most five, of `POST …/attachments`. @example [3] */
  @IfGiven()
  @IsArray()
  @ArrayMaxSize(MAX_ATTACHMENTS, { message: `A message has at most ${MAX_ATTACHMENTS} files` })
  @ArrayUnique()
  @IsInt({ each: true })
  @Min(1, { each: true })
  @Max(MAX_ID, { each: true })
  attachment_ids?: number[];
}

export class AttachmentNameQuery {
  /** Of the file. @example screenshot.png */
  @IsString()
  @MinLength(1)
  @MaxLength(200)
  name: string;
}

export class OpenTicketDto extends TicketReplyDto {
  /** One line of 1 to 150 characters. @example My proxy does not connect */
  @Transform(trim)
  @MaxLength(SUBJECT_MAX, { message: `Subject must be at most ${SUBJECT_MAX} characters long` })
  @HasVisibleLetter(SUBJECT)
  @Matches(ONE_LINE, SUBJECT)
  @IsString(SUBJECT)
  subject: string;

  @IsOptional()
  @ValidateNested()
  @Type(() => TicketContext)
  context?: TicketContext;
}

export class TicketReadDto {
  /** The last message that was read. */
  @IsInt()
  @Min(1)
  @Max(MAX_ID)
  message_id: number;
}

export class TicketListQuery extends SearchQuery {
  @ApiProperty({ enum: TICKET_STATUSES, enumName: 'TicketStatus', required: false })
  @IsOptional()
  @Transform(emptyFilterToUndefined)
  @IsIn([...TICKET_STATUSES, undefined])
  status?: TicketStatus;
}

export class TicketSummary {
  id: number;
  subject: string;
  /** `open` waits for support, `waiting` for you. */
  @ApiProperty({ enum: TICKET_STATUSES, enumName: 'TicketStatus' })
  status: TicketStatus;
  /** Null when it is about nothing in particular. */
  context: TicketContext | null;
  /** Messages of the other side that were not read yet. */
  unread_count: number;
  created_at: Date;
  /** Of the last message. */
  updated_at: Date;
}

export class TicketListData {
  /** The last changed first. */
  tickets: TicketSummary[];
  /** Unread answers in all tickets. */
  unread_count: number;
  pagination: PaginationResponse;
}

export class TicketAttachmentResponse {
  id: number;
  /** @example screenshot.png */
  name: string;
  /** Media type, as its content shows. @example image/png */
  type: string;
  /** Bytes. */
  size: number;
}

export class TicketMessageResponse {
  id: number;
  /** Whether support wrote it. */
  is_staff: boolean;
  author: string;
  body: string;
  attachments: TicketAttachmentResponse[];
  created_at: Date;
}

export class TicketData extends TicketSummary {
  /** Oldest first. */
  messages: TicketMessageResponse[];
}

export class UnreadTicketsData {
  /** Messages that are still unread in all tickets of the account; for staff, tickets. @example 0 */
  unread_count: number;
}

/** Who a ticket may be assigned to. */
export class TicketAgent {
  id: number;
  name: string;
}

export class TicketCustomer extends TicketAgent {
  /** @example ada@example.com */
  email: string;
}

export class AdminTicketSummary extends TicketSummary {
  customer: TicketCustomer;
  assignee: TicketAgent | null;
  /** @example ["refund"] */
  tags: string[];
  /** Null before the first answer. */
  first_response_at: Date | null;
}

export class AdminTicketMessage extends TicketMessageResponse {
  author_id: number;
  /** Whether it is a note, which the customer does not see. */
  internal: boolean;
}

export class AdminTicketData extends AdminTicketSummary {
  /** Oldest first. */
  messages: AdminTicketMessage[];
  /** Members of staff who may be its assignee. */
  agents: TicketAgent[];
  /** Other tickets of the customer, the last changed first; at most five. */
  others: TicketSummary[];
}

export class TicketStatistics {
  /** Tickets that wait for staff. */
  open: number;
  /** Of them, those without an assignee. */
  unassigned: number;
  /** Of them, your own. */
  mine: number;
  /** Tickets with messages that no member of staff has read. */
  unread: number;
  /** Seconds until the first answer of tickets of the last 30 days; null without any. */
  first_response_median: number | null;
  /** The time within which nine of ten were answered. */
  first_response_p90: number | null;
}

export class AdminTicketListData {
  /** Open tickets begin with the one that waits longest, others with the last changed. */
  tickets: AdminTicketSummary[];
  statistics: TicketStatistics;
  /** Tags that are in use, in order of the alphabet. */
  tags: string[];
  pagination: PaginationResponse;
}

const ASSIGNEES = ['me', 'none'] as const;

export class AdminTicketListQuery extends SearchQuery {
  @ApiProperty({ enum: TICKET_STATUSES, enumName: 'TicketStatus', required: false })
  @IsOptional()
  @Transform(emptyFilterToUndefined)
  @IsIn([...TICKET_STATUSES, undefined])
  status?: TicketStatus;

  @ApiProperty({ enum: ASSIGNEES, enumName: 'TicketAssignee', required: false })
  @IsOptional()
  @Transform(emptyFilterToUndefined)
  @IsIn([...ASSIGNEES, undefined])
  assignee?: (typeof ASSIGNEES)[number];

  /** Only with messages that no member of staff has read. */
  @IsOptional()
  @Transform(({ value }) => (value === 'true' ? true : value === 'false' ? false : value))
  @IsBoolean()
  unread?: boolean;

  /** Only with this tag. @example refund */
  @IsOptional()
  @PlainLowerCase()
  @Transform(emptyFilterToUndefined)
  @IsString()
  @MaxLength(30)
  tag?: string;
}

export class AdminTicketMessageDto extends TicketReplyDto {
  /** A note for staff, which the customer does not see and is not told of. */
  @IfGiven()
  @IsBoolean()
  internal?: boolean;

  /** The last message that you have read. An answer is refused with TICKET_ANSWERED when somebody wrote after it. */
  @IfGiven()
  @IsInt()
  @Min(0)
  @Max(MAX_ID)
  last_message_id?: number;
}

export class UpdateTicketDto {
  @ApiProperty({ enum: TICKET_STATUSES, enumName: 'TicketStatus', required: false })
  @IfGiven()
  @IsIn(TICKET_STATUSES)
  status?: TicketStatus;

  /** Null: nobody. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_ID)
  assignee_id?: number | null;

  /** At most ten, in lower case. @example ["refund"] */
  @IfGiven()
  @PlainLowerCase()
  @Matches(TAG, TAGS)
  @ArrayUnique({ message: 'A tag is there twice' })
  @ArrayMaxSize(MAX_TAGS, { message: `A ticket has at most ${MAX_TAGS} tags` })
  @IsArray()
  tags?: string[];
}

export class CannedReplyDto {
  /** 1 to 80 characters, each title once. @example Wrong password */
  @Transform(trim)
  @MaxLength(80, { message: 'Title must be at most 80 characters long' })
  @HasVisibleLetter({ message: 'Please enter a title' })
  @IsString({ message: 'Please enter a title' })
  title: string;

  /** Markdown, 1 to 8000 characters; `{name}` stands for the first name of the customer. */
  @Transform(trim)
  @MaxLength(BODY_MAX, { message: `Text must be at most ${BODY_MAX} characters long` })
  @MinLength(1, { message: 'Please enter a text' })
  @IsString({ message: 'Please enter a text' })
  body: string;
}

export class CannedReplyResponse {
  id: number;
  title: string;
  /** Markdown. */
  body: string;
}

export class CannedRepliesData {
  /** In order of their titles. */
  replies: CannedReplyResponse[];
}
