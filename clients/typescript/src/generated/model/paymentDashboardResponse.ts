import type { PaymentDashboardData } from './paymentDashboardData';

export interface PaymentDashboardResponse {
  data: PaymentDashboardData;
  success: boolean;
}
