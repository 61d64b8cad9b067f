import { ok } from '../../../common/http/envelope.response';
import {
  type AllowedAddresses,
  type ListedAddress,
  MAX_ALLOWED_ADDRESSES,
} from '../allowed-addresses.types';

export class AllowedAddressResponse {
  /** In its canonical form. @example 203.0.113.7 */
  address: string;
  created_at: Date;
}

export class ProxyAllowedAddresses {
  /** @example 12 */
  proxy_id: number;
  addresses: AllowedAddressResponse[];
}

export class AllowedAddressesData {
  /** False while the feature is switched off: passwords are needed everywhere, and the lists are kept. */
  enabled: boolean;
  /** The most addresses of one list. @example 20 */
  limit: number;
  /** The address of this request; null when it cannot be allowed. @example 203.0.113.7 */
  current_address: string | null;
  /** For all proxies of the account, also those that are bought later. */
  account: AllowedAddressResponse[];
  /** For the proxies that have a list of their own. */
  proxies: ProxyAllowedAddresses[];
}

export class AllowedAddressesResponse {
  success: boolean;
  data: AllowedAddressesData;
}

const toAddress = ({ address, createdAt }: ListedAddress): AllowedAddressResponse => ({
  address,
  created_at: createdAt,
});

export const toAllowedAddresses = (lists: AllowedAddresses): AllowedAddressesResponse =>
  ok({
    enabled: lists.isEnabled,
    limit: MAX_ALLOWED_ADDRESSES,
    current_address: lists.currentAddress,
    account: lists.account.map(toAddress),
    proxies: lists.proxies.map(({ proxyId, addresses }) => ({
      proxy_id: proxyId,
      addresses: addresses.map(toAddress),
    })),
  });
