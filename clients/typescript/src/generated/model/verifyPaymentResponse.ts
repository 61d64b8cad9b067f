import type { VerifyPaymentData } from './verifyPaymentData';

export interface VerifyPaymentResponse {
  data: VerifyPaymentData;
  message: string;
  /** True when the provider's status is known; `data.status` has the status of the payment. */
  success: boolean;
}
