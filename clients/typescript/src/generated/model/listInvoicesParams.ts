
export type ListInvoicesParams = {
/**
 * Page number, from 1.
 * @minimum 1
 * @maximum 1000000
 */
page?: number;
/**
 * Rows per page, 1 to 100.
 * @minimum 1
 * @maximum 100
 */
per_page?: number;
};
