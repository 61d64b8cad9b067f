
export type PaymentStatsParams = {
/**
 * Month, 1 to 12. Defaults to the current month.
 * @minimum 1
 * @maximum 12
 */
month?: number;
/**
 * Defaults to the current year.
 * @minimum 2000
 * @maximum 2100
 */
year?: number;
};
