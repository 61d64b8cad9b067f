
export interface CreateSubUserDto {
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
  /**
   * Comes after the proxy’s username and a dot. Letters become lower case.
   * @pattern ^[a-z0-9_]{1,20}$
   */
  name: string;
}
