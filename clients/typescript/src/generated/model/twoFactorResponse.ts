import type { TwoFactorData } from './twoFactorData';

export interface TwoFactorResponse {
  data: TwoFactorData;
  success: boolean;
}
