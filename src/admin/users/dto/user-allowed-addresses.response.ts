import type {
  AddressState,
  CustomerAddresses,
  ListedAddress,
} from '../../../proxies/allowed-addresses/allowed-addresses.types';

export class UserAllowedAddressResponse {
  id: number;
  /** In its canonical form. @example 203.0.113.7 */
  address: string;
  created_at: Date;
  /**
   * `pending` until a request with the username and password of one of the customer's proxies has come from there;
   * `active` from then on; `taken` while another customer has proved it. @example active
   */
  state: AddressState;
  /** When it was last used without a password, to the hour; null unless it is active. */
  last_used_at: Date | null;
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

const toAddress = (listed: ListedAddress): UserAllowedAddressResponse => ({
  id: listed.id,
  address: listed.address,
  created_at: listed.createdAt,
  state: listed.state,
  last_used_at: listed.lastUsedAt,
});

export const toUserAllowedAddresses = (lists: CustomerAddresses): UserAllowedAddressesData => ({
  enabled: lists.isEnabled,
  account: lists.account.map(toAddress),
  proxies: lists.proxies.map(({ proxyId, addresses }) => ({
    proxy_id: proxyId,
    addresses: addresses.map(toAddress),
  })),
});
