/** Product names on the wire and in the rows. */
export const PROXY_TYPES = ['individual_ipv4', 'residential_ipv4', 'mobile_ipv4'] as const;
export type ProxyType = (typeof PROXY_TYPES)[number];

export const PROTOCOLS = ['http', 'socks5'] as const;
export type Protocol = (typeof PROTOCOLS)[number];

export const PROXY_STATUSES = ['active', 'expired', 'suspended'] as const;
export type ProxyStatus = (typeof PROXY_STATUSES)[number];

/** 0 keeps the address as long as possible, -1 changes it on every request, else minutes. */
export const SESSION_TTLS = [0, -1, 1, 2, 5, 10] as const;
export type SessionTtl = (typeof SESSION_TTLS)[number];

/** Where a pool proxy may leave; codes of the catalog, `zz` for any country. */
export interface Targeting {
  readonly country: string;
  readonly region: string | null;
  readonly city: string | null;
  readonly isp: string | null;
}
