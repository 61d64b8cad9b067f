
export interface BuyPlaceDto {
  /**
   * City code; null, empty or `zz` for any.
   * @nullable
   */
  city?: string | null;
  /** Country code or `zz` for any. */
  country: string;
  /** The difference that you agreed to, in whole naira. If it differs by now, also because traffic was used, nothing is
charged and the answer is 409 `PRICE_CHANGED`. */
  expected_total?: number;
  /**
   * ISP code; null, empty or `zz` for any.
   * @nullable
   */
  isp?: string | null;
  /**
   * Region code; null, empty or `zz` for any.
   * @nullable
   */
  region?: string | null;
}
