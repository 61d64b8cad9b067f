import type { TeamRole } from './teamRole';

export interface TeamInvitationResponse {
  created_at: string;
  /**
   * Whole naira from midnight to midnight in Lagos; null without a limit.
   * @nullable
   */
  daily_limit: number | null;
  email: string;
  expires_at: string;
  id: number;
  /**
   * Whole naira in a calendar month; null without a limit.
   * @nullable
   */
  monthly_limit: number | null;
  role: TeamRole;
}
