
/**
 * Field name → messages on 422; required_amount, current_balance and shortfall in whole naira on 402.
 */
export type ErrorResponseErrors = { [key: string]: unknown };
