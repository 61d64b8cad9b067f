import type { CheckoutData } from './checkoutData';

export interface PaymentData {
  data: CheckoutData;
}
