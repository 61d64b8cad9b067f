
export interface SubUserResponse {
  created_at: string;
  /**
   * GB from midnight to midnight in Lagos; null without a limit.
   * @nullable
   */
  daily_limit_gb: number | null;
  id: number;
  /**
   * GB in a calendar month of Lagos; null without a limit.
   * @nullable
   */
  monthly_limit_gb: number | null;
  name: string;
  password: string;
  /** Whether the sub-user is shut out for now. */
  suspended: boolean;
  /** Bytes in both directions this month. */
  used_this_month: number;
  /** Bytes in both directions today. */
  used_today: number;
  /** For the gateway; session and place may follow it. */
  username: string;
}
