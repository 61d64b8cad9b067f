import type { CouponQuoteData } from './couponQuoteData';

export interface CouponQuoteResponse {
  data: CouponQuoteData;
  success: boolean;
}
