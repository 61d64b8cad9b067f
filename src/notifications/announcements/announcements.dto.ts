import { ApiProperty, PickType } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  IsBoolean,
  IsDate,
  IsIn,
  IsOptional,
  IsString,
  MaxLength,
  MinLength,
} from 'class-validator';
import { HasVisibleLetter, IsPlausible, trim } from '../../common/http/fields';
import {
  ANNOUNCEMENT_LEVELS,
  AUDIENCES,
  type Announcement,
  type AnnouncementLevel,
  type Audience,
} from './announcement.entity';

const TITLE_MAX = 120;
const BODY_MAX = 4000;
const LEVEL = { enum: ANNOUNCEMENT_LEVELS, enumName: 'AnnouncementLevel' };
const AUDIENCE = { enum: AUDIENCES, enumName: 'AnnouncementAudience' };
const TIME = { message: 'Enter a date and time' };
const YEARS = { message: 'Enter a date between the years 2000 and 2099' };

export const ANNOUNCEMENT_STATES = ['scheduled', 'active', 'ended'] as const;
export type AnnouncementState = (typeof ANNOUNCEMENT_STATES)[number];

export class AnnouncementDto {
  /** One line, 1 to 120 characters. @example Faster exits in Lagos */
  @Transform(trim)
  @MaxLength(TITLE_MAX, { message: `Title must be at most ${TITLE_MAX} characters long` })
  @HasVisibleLetter({ message: 'Please enter a title' })
  @IsString({ message: 'Please enter a title' })
  title: string;

  /** Markdown without HTML and images, 1 to 4000 characters. */
  @Transform(trim)
  @MaxLength(BODY_MAX, { message: `Text must be at most ${BODY_MAX} characters long` })
  @MinLength(1, { message: 'Please enter a text' })
  @IsString({ message: 'Please enter a text' })
  body: string;

  @ApiProperty(LEVEL)
  @IsIn(ANNOUNCEMENT_LEVELS)
  level: AnnouncementLevel;

  /** All customers, or those with a proxy of a kind in service. */
  @ApiProperty(AUDIENCE)
  @IsIn(AUDIENCES)
  audience: Audience;

  /** Null: at once. */
  @IsOptional()
  @Type(() => Date)
  @IsPlausible(YEARS)
  @IsDate(TIME)
  starts_at?: Date | null;

  /** Null: until staff end it. */
  @IsOptional()
  @Type(() => Date)
  @IsPlausible(YEARS)
  @IsDate(TIME)
  ends_at?: Date | null;

  /** Whether each customer of the audience also gets one message in the inbox when it starts. */
  @IsBoolean()
  to_inbox: boolean;
}

/** As customers see it. */
export class OwnAnnouncementResponse {
  /** @example 7 */
  id: number;
  title: string;
  /** Markdown. */
  body: string;
  @ApiProperty(LEVEL)
  level: AnnouncementLevel;
  starts_at: Date;
}

export class OwnAnnouncementsData {
  /** In force and for you: warnings first, then the newest. */
  announcements: OwnAnnouncementResponse[];
}

export class AnnouncementResponse extends PickType(OwnAnnouncementResponse, [
  ...(['id', 'title', 'body', 'level', 'starts_at'] as const),
]) {
  @ApiProperty(AUDIENCE)
  audience: Audience;
  /** Null until staff end it. */
  ends_at: Date | null;
  to_inbox: boolean;
  /** Customers who have its message in the inbox. @example 1204 */
  inbox_count: number;
  /** When all of them had it; null before. */
  inbox_sent_at: Date | null;
  @ApiProperty({ enum: ANNOUNCEMENT_STATES, enumName: 'AnnouncementState' })
  state: AnnouncementState;
}

export class AnnouncementsData {
  /** The last 100, newest first. */
  announcements: AnnouncementResponse[];
}

/** @param now of the database. */
export const toAnnouncement = (row: Announcement, now: Date): AnnouncementResponse => ({
  ...{ id: row.id, title: row.title, body: row.body, level: row.level, audience: row.audience },
  ...{ starts_at: row.startsAt, ends_at: row.endsAt, to_inbox: row.toInbox },
  ...{ inbox_count: row.inboxCount, inbox_sent_at: row.inboxSentAt },
  state: row.endsAt && row.endsAt <= now ? 'ended' : row.startsAt > now ? 'scheduled' : 'active',
});
