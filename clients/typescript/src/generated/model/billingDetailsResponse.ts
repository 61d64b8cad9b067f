import type { BillingDetailsData } from './billingDetailsData';

export interface BillingDetailsResponse {
  data: BillingDetailsData;
  success: boolean;
}
