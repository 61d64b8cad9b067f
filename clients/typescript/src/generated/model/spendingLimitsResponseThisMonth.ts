import type { SpendingLimitResponse } from './spendingLimitResponse';

/**
 * Of the calendar month in Lagos; null without a limit.
 * @nullable
 */
export type SpendingLimitsResponseThisMonth = SpendingLimitResponse | null;
