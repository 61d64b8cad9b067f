import type { PurchaseData } from './purchaseData';

export interface PurchaseResponse {
  data: PurchaseData;
  message: string;
  success: boolean;
}
