import type { RecentTransactionsData } from './recentTransactionsData';

export interface RecentTransactionsResponse {
  data: RecentTransactionsData;
  success: boolean;
}
