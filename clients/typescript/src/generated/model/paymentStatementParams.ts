
export type PaymentStatementParams = {
/**
 * First day, in Nigerian time.
 */
from: string;
/**
 * Last day, inclusive.
 */
to: string;
};
