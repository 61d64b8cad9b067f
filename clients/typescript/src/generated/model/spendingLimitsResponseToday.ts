import type { SpendingLimitResponse } from './spendingLimitResponse';

/**
 * From midnight to midnight in Lagos; null without a limit.
 * @nullable
 */
export type SpendingLimitsResponseToday = SpendingLimitResponse | null;
