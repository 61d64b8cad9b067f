import type { TeamRole } from './teamRole';

export interface InviteMemberDto {
  /**
   * Whole naira that a buyer may spend from midnight to midnight in Lagos; left out or null, without a limit.
   * @minimum 1
   * @maximum 100000000
   * @nullable
   */
  daily_limit?: number | null;
  /**
   * Case-insensitive; surrounding spaces are removed.
   * @maxLength 254
   */
  email: string;
  /**
   * The same for a calendar month.
   * @minimum 1
   * @maximum 100000000
   * @nullable
   */
  monthly_limit?: number | null;
  /** `buyer`: looks, buys, renews and configures proxies. `viewer`: only looks. */
  role: TeamRole;
}
