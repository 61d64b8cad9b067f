
export interface ProxyTestDto {
  /**
   * City code, where the proxy was bought for any city.
   * @nullable
   */
  city?: string | null;
  /**
   * Country code, where the proxy was bought for any country.
   * @nullable
   * @pattern ^[a-z]{2}$
   */
  country?: string | null;
  /**
   * Provider code, where the proxy was bought for any provider.
   * @nullable
   */
  isp?: string | null;
  /**
   * Region code, where the proxy was bought for any region.
   * @nullable
   */
  region?: string | null;
  /**
   * The session to use, 1 to 32 letters and digits; the proxy's own when left out.
   * @nullable
   * @pattern ^[A-Za-z0-9]{1,32}$
   */
  session?: string | null;
}
