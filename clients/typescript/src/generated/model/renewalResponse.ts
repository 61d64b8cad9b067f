import type { RenewalData } from './renewalData';

export interface RenewalResponse {
  data: RenewalData;
  message: string;
  success: boolean;
}
