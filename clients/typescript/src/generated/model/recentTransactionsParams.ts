
export type RecentTransactionsParams = {
/**
 * Number of rows, 1 to 50. Defaults to 6.
 * @minimum 1
 * @maximum 50
 */
limit?: number;
};
