import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsString, Length } from 'class-validator';
import { trim } from '../../common/http/fields';
import { PaginationResponse } from '../../common/http/pagination.dto';
import { USER_STATUSES, UserData, type UserStatus } from '../../users/users.types';

export class UserSessionResponse {
  /** @example 019a9f0e-7c1a-7b52-9d3e-2f6c1a0b4d5e */
  id: string;
  /** IP address at sign-in. @example 203.0.113.7 */
  ip: string;
  user_agent: string;
  created_at: Date;
  /** Last use, to the minute. */
  last_seen_at: Date;
  /** Whether its token still works. */
  is_active: boolean;
}

export class UserSessionsData {
  /** The latest 50 sign-ins, newest first. Those that ended more than 30 days ago are not stored. */
  sessions: UserSessionResponse[];
}

/** A customer who signed in from the same addresses. */
export class RelatedUserResponse {
  id: number;
  name: string;
  email: string;
  @ApiProperty({ enum: USER_STATUSES, enumName: 'UserStatus' })
  status: UserStatus;
  created_at: Date;
  /** How many addresses they have in common. @example 2 */
  addresses: number;
  /** Up to three of them. @example ["203.0.113.7"] */
  examples: string[];
  last_seen_at: Date;
}

export class RelatedUsersData {
  /** Up to 20, with the most addresses in common first. */
  users: RelatedUserResponse[];
}

const MAIL_STATUSES = ['queued', 'sent', 'failed'] as const;

export class UserMailResponse {
  id: number;
  subject: string;
  @ApiProperty({ enum: MAIL_STATUSES, enumName: 'MailStatus' })
  status: (typeof MAIL_STATUSES)[number];
  created_at: Date;
  sent_at: Date | null;
  attempts: number;
  /** Answer of the mail server to the last attempt that failed. */
  last_error: string | null;
  /** False while it is on its way, and for a mail with a code or link that works once, which is not kept. */
  can_resend: boolean;
}

export class UserMailsData {
  mails: UserMailResponse[];
  pagination: PaginationResponse;
}

export class UserNoteResponse {
  id: number;
  body: string;
  created_at: Date;
  author_id: number;
  /** @example Ngozi Eze */
  author: string;
}

export class UserNotesData {
  /** The latest 100, newest first. */
  notes: UserNoteResponse[];
}

const BODY = { message: 'Write a note of 1 to 2,000 characters' };

export class AddUserNoteDto {
  /** 1 to 2,000 characters; surrounding spaces are removed. @example Prefers calls after 6 pm */
  @Transform(trim)
  @Length(1, 2000, BODY)
  @IsString(BODY)
  body: string;
}

export class StaffViewData {
  /** The customer. */
  user: UserData;
  /** Bearer token that reads the customer's account, and nothing else. */
  token: string;
  /** 15 minutes after the call; the token stops working earlier with the session of the call. */
  expires_at: Date;
}
