import type { AllowedAddressResponse } from './allowedAddressResponse';
import type { ProxyAllowedAddresses } from './proxyAllowedAddresses';

export interface AllowedAddressesData {
  /** For all proxies of the account, also those that are bought later. */
  account: AllowedAddressResponse[];
  /**
   * The address of this request; null when it cannot be allowed.
   * @nullable
   */
  current_address: string | null;
  /** False while the feature is switched off: passwords are needed everywhere, and the lists are kept. */
  enabled: boolean;
  /** The most addresses of one list. */
  limit: number;
  /** For the proxies that have a list of their own. */
  proxies: ProxyAllowedAddresses[];
}
