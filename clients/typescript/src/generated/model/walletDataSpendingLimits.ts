import type { SpendingLimitsResponse } from './spendingLimitsResponse';

/**
 * Null for the owner of the account, and for a member of the team who has no limit or may not buy.
 * @nullable
 */
export type WalletDataSpendingLimits = SpendingLimitsResponse | null;
