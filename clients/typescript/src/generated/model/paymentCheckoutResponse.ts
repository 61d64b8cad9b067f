import type { PaymentCheckoutData } from './paymentCheckoutData';

export interface PaymentCheckoutResponse {
  data: PaymentCheckoutData;
  message?: string;
  success: boolean;
}
