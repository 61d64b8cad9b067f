import type { TwoFactorSetupData } from './twoFactorSetupData';

export interface TwoFactorSetupResponse {
  data: TwoFactorSetupData;
  success: boolean;
}
