import type { VerifyPaymentData } from './verifyPaymentData';

export interface VerifyPaymentResponse {
  data: VerifyPaymentData;
  message: string;
  success: boolean;
}
