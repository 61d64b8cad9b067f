import { ApiProperty } from '@nestjs/swagger';
import { ROLES, type Role } from '../../common/security/actor';
import { USER_STATUSES, type UserStatus } from '../user.entity';
import type { UserWithBalance } from '../user-account';

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
  /** Whole naira. @example 12500 */
  wallet_balance: number;
  @ApiProperty({ enum: ROLES, enumName: 'Role' })
  role: Role;
  @ApiProperty({ enum: USER_STATUSES, enumName: 'UserStatus' })
  status: UserStatus;
  /** Null until the address is verified. */
  email_verified_at: Date | null;
  /**
   * Whether the password is one that staff gave. The owner should choose another at once: until then staff
   * can change nothing, and after 72 hours the password no longer signs in.
   */
  must_change_password: boolean;
}

export class UserEnvelopeData {
  user: UserData;
}

export class UserResponse {
  /** Always true. */
  success: boolean;
  /** Message for the user. */
  message?: string;
  data: UserEnvelopeData;
}

export const toUserData = ({ user, balance }: UserWithBalance): UserData => ({
  id: user.id,
  name: user.name,
  email: user.email,
  phone: user.phone,
  created_at: user.createdAt,
  wallet_balance: balance.toNairaFloor(),
  role: user.role,
  status: user.status,
  email_verified_at: user.emailVerifiedAt,
  must_change_password: user.firstPasswordExpiresAt !== null,
});

export const toUserResponse = (account: UserWithBalance, message?: string): UserResponse => ({
  success: true,
  ...(message === undefined ? {} : { message }),
  data: { user: toUserData(account) },
});
