import { Transform } from 'class-transformer';
import { IsString, Matches, MaxLength } from 'class-validator';
import { trim } from '../common/http/fields';
import { withMessage } from '../common/http/api.decorators';
import { ApiProperty } from '@nestjs/swagger';
import { ROLES, TEAM_ROLES, type Role, type TeamRole } from '../common/security/actor';
import { getPermissions } from '../common/security/permissions';
import {
  NAME,
  NAME_MAX,
  USER_STATUSES,
  type UserStatus,
  type UserWithBalance,
} from './user.entity';

export class UpdateNameDto {
  /** 1 to 100 characters; surrounding spaces are removed. @example Ada Obi */
  @Transform(trim)
  @MaxLength(NAME_MAX, { message: `Name must be at most ${NAME_MAX} characters long` })
  @Matches(NAME, { message: 'Please enter your name' })
  @IsString({ message: 'Please enter your name' })
  name: string;
}

/** The team of a user who acts for its owner. */
export class UserTeamData {
  /** `buyer`: looks, buys and configures. `viewer`: only looks. */
  @ApiProperty({ enum: TEAM_ROLES, enumName: 'TeamRole' })
  role: TeamRole;
  /** @example Ada Obi */
  owner_name: string;
}

/** A user as that user sees it. */
export class UserData {
  /** @example 12 */
  id: number;
  /** @example Ada Obi */
  name: string;
  /** @example ada@example.com */
  email: string;
  /** @example +2348012345678 */
  phone: string | null;
  created_at: Date;
  /** Whole naira; for a member of a team the owner's. @example 12500 */
  wallet_balance: number;
  @ApiProperty({ enum: ROLES, enumName: 'Role' })
  role: Role;
  @ApiProperty({ enum: USER_STATUSES, enumName: 'UserStatus' })
  status: UserStatus;
  /** Of staff: what their role lets them do; empty for customers. @example ["users.read"] */
  permissions: string[];
  /** Name of the role that staff have in place of a built-in one. @example Support */
  staff_role: string | null;
  /** Null until the address is verified. */
  email_verified_at: Date | null;
  /**
   * Whether the password is one that staff gave. The owner should choose another at once: until then staff
   * can change nothing, and after 72 hours the password no longer signs in.
   */
  must_change_password: boolean;
  /** False for an account that only signs in with Google: see POST /profile/set-password. */
  has_password: boolean;
  /** Whether a Google account is connected. */
  has_google: boolean;
  /**
   * Whether the password was reset and others still have access, which is paused: see GET /user/security/review.
   */
  security_review: boolean;
  /** Null for a user who acts for the own account. */
  team: UserTeamData | null;
}

export class UserEnvelopeData {
  user: UserData;
}

export const toUserData = ({ user, balance, team, staffRole }: UserWithBalance): UserData => ({
  id: user.id,
  name: user.name,
  email: user.email,
  phone: user.phone,
  created_at: user.createdAt,
  wallet_balance: balance.toNairaFloor(),
  role: user.role,
  status: user.status,
  permissions: [...getPermissions({ role: user.role, staffRole })],
  staff_role: staffRole?.name ?? null,
  email_verified_at: user.emailVerifiedAt,
  must_change_password: user.firstPasswordExpiresAt !== null,
  has_password: user.passwordHash !== null,
  has_google: user.googleSubject !== null,
  security_review: user.reviewSince !== null,
  team: team && { role: team.role, owner_name: team.ownerName },
});

export const toUserResponse = (account: UserWithBalance, message?: string): UserEnvelopeData =>
  withMessage({ user: toUserData(account) }, message);
