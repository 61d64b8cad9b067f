import type { ReferralsData } from './referralsData';

export interface ReferralsResponse {
  data: ReferralsData;
  success: boolean;
}
