import type { PaymentStatsData } from './paymentStatsData';

export interface PaymentStatsResponse {
  data: PaymentStatsData;
  success: boolean;
}
