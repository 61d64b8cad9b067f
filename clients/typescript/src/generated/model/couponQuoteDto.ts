
export interface CouponQuoteDto {
  /**
   * Of the top-up, whole naira.
   * @minimum 1
   * @maximum 1000000
   */
  amount: number;
  /**
   * In any case.
   * @maxLength 40
   */
  coupon: string;
}
