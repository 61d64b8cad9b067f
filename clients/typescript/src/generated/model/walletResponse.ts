import type { WalletData } from './walletData';

export interface WalletResponse {
  data: WalletData;
  success: boolean;
}
