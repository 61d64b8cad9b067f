import type { SecurityReviewData } from './securityReviewData';

export interface SecurityReviewResponse {
  data: SecurityReviewData;
  success: boolean;
}
