import type { BalanceData } from './balanceData';

export interface BalanceResponse {
  data: BalanceData;
  success: boolean;
}
