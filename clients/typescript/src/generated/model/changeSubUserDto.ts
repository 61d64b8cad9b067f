
export interface ChangeSubUserDto {
  /**
   * GB from midnight to midnight in Lagos, with at most two decimals; null without a limit.
   * @minimum 0.01
   * @maximum 100000
   * @nullable
   */
  daily_limit_gb?: number | null;
  /**
   * GB in a calendar month of Lagos, with at most two decimals; null without a limit.
   * @minimum 0.01
   * @maximum 100000
   * @nullable
   */
  monthly_limit_gb?: number | null;
  /** Whether the sub-user is shut out for now. */
  suspended: boolean;
}
