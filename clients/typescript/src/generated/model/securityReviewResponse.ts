import type { SecurityReviewData } from './securityReviewData';

export interface SecurityReviewResponse {
  data: SecurityReviewData;
  /** Always true. */
  success: boolean;
}
