import type { PaymentData } from './paymentData';

export interface InitializeTopupResponse {
  message: string;
  payment_data: PaymentData;
  /** Always true. */
  success: boolean;
}
