import type { TeamRole } from './teamRole';

export interface TeamMemberResponse {
  /**
   * Whole naira from midnight to midnight in Lagos; null without a limit.
   * @nullable
   */
  daily_limit: number | null;
  email: string;
  /** User id of the member. */
  id: number;
  joined_at: string;
  /**
   * Whole naira in a calendar month; null without a limit.
   * @nullable
   */
  monthly_limit: number | null;
  name: string;
  role: TeamRole;
  /** The same for this calendar month. */
  spent_this_month: number;
  /** What purchases of the member have cost today, less refunds, in whole naira. */
  spent_today: number;
}
