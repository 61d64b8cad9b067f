import type { Role } from './role';
import type { UserStatus } from './userStatus';
import type { UserDataTeam } from './userDataTeam';

export interface UserData {
  created_at: string;
  email: string;
  /**
   * Null until the address is verified.
   * @nullable
   */
  email_verified_at: string | null;
  id: number;
  /** Whether the password is one that staff gave. The owner should choose another at once: until then staff
can change nothing, and after 72 hours the password no longer signs in. */
  must_change_password: boolean;
  name: string;
  /** @nullable */
  phone: string | null;
  role: Role;
  /** Whether the password was reset and others still have access, which is paused: see GET /user/security/review. */
  security_review: boolean;
  status: UserStatus;
  /**
   * Null for a user who acts for the own account.
   * @nullable
   */
  team: UserDataTeam;
  /** Whole naira; for a member of a team the owner's. */
  wallet_balance: number;
}
