import { ok } from '../../../common/http/envelope.response';
import type {
  CustomerAddresses,
  ListedAddress,
} from '../../../proxies/allowed-addresses/allowed-addresses.types';
import {
  AllowedAddressResponse,
  toAllowedAddress,
} from '../../../proxies/allowed-addresses/dto/allowed-addresses.response';

export class UserAllowedAddressResponse extends AllowedAddressResponse {
  id: number;
}

export class UserProxyAddressesResponse {
  /** @example 12 */
  proxy_id: number;
  addresses: UserAllowedAddressResponse[];
}

export class UserAllowedAddressesData {
  /** False while the feature is switched off: passwords are needed everywhere, and the lists are kept. */
  enabled: boolean;
  /** For all proxies of the account, also those that are bought later. */
  account: UserAllowedAddressResponse[];
  /** For the proxies that have a list of their own. */
  proxies: UserProxyAddressesResponse[];
}

export class UserAllowedAddressesResponse {
  success: boolean;
  data: UserAllowedAddressesData;
}

const toAddress = (listed: ListedAddress): UserAllowedAddressResponse => ({
  id: listed.id,
  ...toAllowedAddress(listed),
});

export const toUserAllowedAddresses = (lists: CustomerAddresses): UserAllowedAddressesResponse =>
  ok({
    enabled: lists.isEnabled,
    account: lists.account.map(toAddress),
    proxies: lists.proxies.map(({ proxyId, addresses }) => ({
      proxy_id: proxyId,
      addresses: addresses.map(toAddress),
    })),
  });
