import type { TeamRole } from './teamRole';

export interface TeamRightsDto {
  /**
   * Whole naira that a buyer may spend from midnight to midnight in Lagos; left out or null, without a limit.
   * @minimum 1
   * @maximum 100000000
   * @nullable
   */
  daily_limit?: number | null;
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
