import type { TransactionStatus } from './transactionStatus';

export type TransactionsParams = {
/**
 * First day of the period, in Nigerian time; from the first transaction on when left out.
 */
from?: string;
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
/**
 * Substring of the reference, the description or the type.
 * @maxLength 100
 */
search?: string;
status?: TransactionStatus;
/**
 * Last day, inclusive; up to now when left out.
 */
to?: string;
};
