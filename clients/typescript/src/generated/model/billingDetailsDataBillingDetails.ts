import type { BillingDetailsFields } from './billingDetailsFields';

/**
 * Null until they are saved for the first time.
 * @nullable
 */
export type BillingDetailsDataBillingDetails = BillingDetailsFields | null;
