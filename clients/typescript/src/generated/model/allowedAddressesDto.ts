
export interface AllowedAddressesDto {
  /** The whole list, at most 20 single IPv4 or IPv6 addresses of the public internet; an empty one removes all. */
  addresses: string[];
  /**
   * `id` of one of your proxies, for its own list; left out or null, the list of all your proxies.
   * @minimum 1
   * @maximum 2147483647
   * @nullable
   */
  proxy_id?: number | null;
}
