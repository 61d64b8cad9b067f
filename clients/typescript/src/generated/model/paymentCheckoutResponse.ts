import type { PaymentCheckoutData } from './paymentCheckoutData';

export interface PaymentCheckoutResponse {
  data: PaymentCheckoutData;
  /** Message for the user, after a cancellation. */
  message?: string;
  /** Always true. */
  success: boolean;
}
