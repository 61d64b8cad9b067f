
export interface PlaceQuoteDto {
  /**
   * City code; null, empty or `zz` for any.
   * @nullable
   */
  city?: string | null;
  /** Country code or `zz` for any. */
  country: string;
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
