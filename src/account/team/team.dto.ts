import { MaxLength, IsIn, IsInt, IsOptional, Max, Min, IsEmail, Matches } from 'class-validator';
import { ApiProperty, IntersectionType, PickType } from '@nestjs/swagger';
import { InvitationTokenDto, RegisterDto } from '../../auth/auth.types';
import { Money } from '../../common/money/money';
import { TEAM_ROLES, type TeamRole } from '../../common/security/actor';
import type { TeamInvitation, TeamRights } from './team.entity';

import { normalizeEmail } from '../../common/http/fields';
import { Transform } from 'class-transformer';
import { EMAIL_MAX, PLAIN_EMAIL } from '../../users/users.types';

/** The address of the new account is that of the invitation. */
export class JoinAsNewDto extends IntersectionType(
  InvitationTokenDto,
  PickType(RegisterDto, ['name', 'password', 'confirmPassword']),
) {}

const LIMIT = { message: 'A limit is a whole number of naira from 1 to 100,000,000' };

export class TeamRightsDto {
  /** `buyer`: looks, buys, renews and configures proxies. `viewer`: only looks. */
  @ApiProperty({ enum: TEAM_ROLES, enumName: 'TeamRole' })
  @IsIn(TEAM_ROLES, { message: `role is one of ${TEAM_ROLES.join(', ')}` })
  role: TeamRole;

  /**
   * Whole naira that a buyer may spend from midnight to midnight in Lagos; left out or null, without a limit.
   * @example 20000
   */
  @IsOptional()
  @IsInt(LIMIT)
  @Min(1, LIMIT)
  @Max(100_000_000, LIMIT)
  daily_limit?: number | null;

  /** The same for a calendar month. @example 200000 */
  @IsOptional()
  @IsInt(LIMIT)
  @Min(1, LIMIT)
  @Max(100_000_000, LIMIT)
  monthly_limit?: number | null;
}

/** A viewer spends nothing, and has no limits. */
export const toTeamRights = (body: TeamRightsDto): TeamRights => ({
  role: body.role,
  dailyLimit: toLimit(body, body.daily_limit),
  monthlyLimit: toLimit(body, body.monthly_limit),
});

const toLimit = ({ role }: TeamRightsDto, naira: number | null | undefined): Money | null =>
  role === 'viewer' || naira == null ? null : Money.naira(naira);

const UNUSABLE = 'Please enter a valid email address';

export class InviteMemberDto extends TeamRightsDto {
  /** Case-insensitive; surrounding spaces are removed. @example chidi@example.com */
  @Transform(normalizeEmail)
  @MaxLength(EMAIL_MAX, { message: UNUSABLE })
  @Matches(PLAIN_EMAIL, { message: UNUSABLE })
  @IsEmail({}, { message: UNUSABLE })
  email: string;
}

export class TeamRightsResponse {
  @ApiProperty({ enum: TEAM_ROLES, enumName: 'TeamRole' })
  role: TeamRole;
  /** Whole naira from midnight to midnight in Lagos; null without a limit. @example 20000 */
  daily_limit: number | null;
  /** Whole naira in a calendar month; null without a limit. @example 200000 */
  monthly_limit: number | null;
}

export class TeamMemberResponse extends TeamRightsResponse {
  /** User id of the member. @example 31 */
  id: number;
  /** @example Chidi Eze */
  name: string;
  /** @example chidi@example.com */
  email: string;
  joined_at: Date;
  /** What purchases of the member have cost today, less refunds, in whole naira. @example 4960 */
  spent_today: number;
  /** The same for this calendar month. @example 31200 */
  spent_this_month: number;
}

export class TeamInvitationResponse extends TeamRightsResponse {
  /** @example 4 */
  id: number;
  /** @example chidi@example.com */
  email: string;
  created_at: Date;
  expires_at: Date;
}

export class TeamData {
  /** In the order in which they joined. */
  members: TeamMemberResponse[];
  /** Those that can be accepted, newest first. */
  invitations: TeamInvitationResponse[];
}

export class InvitationOfferData {
  /** @example Ada Obi */
  owner_name: string;
  /** The only address that can accept it. @example chidi@example.com */
  email: string;
  @ApiProperty({ enum: TEAM_ROLES, enumName: 'TeamRole' })
  role: TeamRole;
  expires_at: Date;
  /** Whether the address has an account, to sign in with. */
  has_account: boolean;
}

export const toInvitation = (invitation: TeamInvitation): TeamInvitationResponse => ({
  id: invitation.id,
  email: invitation.email,
  role: invitation.role,
  daily_limit: invitation.dailyLimit?.toNairaFloor() ?? null,
  monthly_limit: invitation.monthlyLimit?.toNairaFloor() ?? null,
  created_at: invitation.createdAt,
  expires_at: invitation.expiresAt,
});
