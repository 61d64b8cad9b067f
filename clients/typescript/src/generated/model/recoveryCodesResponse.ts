import type { RecoveryCodesData } from './recoveryCodesData';

export interface RecoveryCodesResponse {
  data: RecoveryCodesData;
  message: string;
  success: boolean;
}
