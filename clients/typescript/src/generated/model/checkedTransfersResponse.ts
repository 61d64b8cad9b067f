import type { CheckedTransfersData } from './checkedTransfersData';

export interface CheckedTransfersResponse {
  data: CheckedTransfersData;
  message: string;
  success: boolean;
}
