import type { SecurityReviewItem } from './securityReviewItem';

export interface SecurityReviewData {
  /** Whether the items are paused until you have decided about them. */
  due: boolean;
  items: SecurityReviewItem[];
}
