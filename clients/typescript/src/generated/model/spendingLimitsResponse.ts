import type { SpendingLimitsResponseThisMonth } from './spendingLimitsResponseThisMonth';
import type { SpendingLimitsResponseToday } from './spendingLimitsResponseToday';

export interface SpendingLimitsResponse {
  /**
   * Of the calendar month in Lagos; null without a limit.
   * @nullable
   */
  this_month: SpendingLimitsResponseThisMonth;
  /**
   * From midnight to midnight in Lagos; null without a limit.
   * @nullable
   */
  today: SpendingLimitsResponseToday;
}
