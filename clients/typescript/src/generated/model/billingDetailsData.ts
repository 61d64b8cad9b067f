import type { BillingDetailsDataBillingDetails } from './billingDetailsDataBillingDetails';

export interface BillingDetailsData {
  /**
   * Null until they are saved for the first time.
   * @nullable
   */
  billing_details: BillingDetailsDataBillingDetails;
}
