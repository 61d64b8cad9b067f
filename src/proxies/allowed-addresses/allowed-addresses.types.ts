/** In one list: that of an account, or of a proxy. */
export const MAX_ALLOWED_ADDRESSES = 20;

/** `pending`: nobody has proved it. `taken`: another customer has. */
export const ADDRESS_STATES = ['active', 'pending', 'taken'] as const;
export type AddressState = (typeof ADDRESS_STATES)[number];

export interface ListedAddress {
  readonly id: number;
  readonly address: string;
  readonly createdAt: Date;
  readonly state: AddressState;
  /** To the hour; null unless it is active. */
  readonly lastUsedAt: Date | null;
}

export interface AllowedAddresses {
  /** Whether staff have the feature on; the lists are kept while it is off. */
  readonly isEnabled: boolean;
  /** Of the caller, where it could be allowed. */
  readonly currentAddress: string | null;
  readonly account: ListedAddress[];
  /** Of the proxies that have a list of their own. */
  readonly proxies: { readonly proxyId: number; readonly addresses: ListedAddress[] }[];
}

/** As staff see them. */
export type CustomerAddresses = Omit<AllowedAddresses, 'currentAddress'>;

export interface AddressListChange {
  readonly added: string[];
  readonly removed: string[];
}
