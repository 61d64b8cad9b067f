import type { ExitKind } from '../catalog/catalog.types';
import type { Money } from '../common/money/money';

/** Product names in the API and in the database. */
export const PROXY_TYPES = ['individual_ipv4', 'residential_ipv4', 'mobile_ipv4'] as const;
export type ProxyType = (typeof PROXY_TYPES)[number];

export const POOL_PROXY_TYPES = ['residential_ipv4', 'mobile_ipv4'] as const;
export type PoolProxyType = (typeof POOL_PROXY_TYPES)[number];

/** Kind of the exits that serve a product. */
export const KIND_OF_TYPE = {
  individual_ipv4: 'datacenter',
  residential_ipv4: 'residential',
  mobile_ipv4: 'mobile',
} as const satisfies Record<ProxyType, ExitKind>;

/** Short product names accepted by filters. */
export const TYPE_ALIASES: Readonly<Record<string, ProxyType>> = {
  datacenter: 'individual_ipv4',
  residential: 'residential_ipv4',
  mobile: 'mobile_ipv4',
};

export const PROTOCOLS = ['http', 'socks5'] as const;
export type Protocol = (typeof PROTOCOLS)[number];

export const PROXY_STATUSES = ['active', 'expired', 'suspended'] as const;
export type ProxyStatus = (typeof PROXY_STATUSES)[number];

/** Longest time in minutes that an address is kept, unless it is kept as long as possible. */
export const MAX_TTL_MINUTES = 1_440;

/** Days after its end that a residential or mobile proxy can be renewed. */
export const RENEWAL_GRACE_DAYS = 30;

/** Binary units, as sold and displayed. */
export const GIGABYTE = 2n ** 30n;
export const MEGABYTE = 2n ** 20n;

/** @param gigabytes whole megabytes, as a trial has. */
export const toTrafficBytes = (gigabytes: number): bigint =>
  BigInt(gigabytes * Number(GIGABYTE / MEGABYTE)) * MEGABYTE;

/** Six decimals, so that a single byte is not rounded to zero. */
export const toMegabytes = (bytes: bigint): number =>
  Math.round((Number(bytes) / Number(MEGABYTE)) * 1e6) / 1e6;

/** Exit location of a pool proxy by catalog codes; country `zz` is any. */
export interface Targeting {
  readonly country: string;
  readonly region: string | null;
  readonly city: string | null;
  readonly isp: string | null;
}

export const toTargeting = ({ country, region, city, isp }: Targeting): Targeting => ({
  ...{ country, region, city, isp },
});

export const isSamePlace = (a: Targeting, b: Targeting): boolean =>
  a.country === b.country && a.region === b.region && a.city === b.city && a.isp === b.isp;

/** Of the note and the tags that an owner writes on a proxy. */
export const MAX_NOTE = 500;
export const MAX_TAG = 32;
export const MAX_TAGS = 10;

/** Why an automatic renewal failed or stopped. Persisted values: never rename one. */
export const AUTO_RENEW_REASONS = [
  'insufficient_balance',
  'package_unavailable',
  'delivery_failed',
  'proxy_expired',
  'proxy_suspended',
  'order_refunded',
  'member_limit',
  'member_left',
] as const;
export type AutoRenewReason = (typeof AUTO_RENEW_REASONS)[number];

/** Why traffic is not bought automatically. Persisted values: never rename one. */
export const AUTO_TRAFFIC_REASONS = [
  'insufficient_balance',
  'monthly_limit',
  'package_unavailable',
  'order_refunded',
  'member_limit',
  'member_left',
] as const;
export type AutoTrafficReason = (typeof AUTO_TRAFFIC_REASONS)[number];

/** A refusal of automatic traffic for its owner. */
export interface AutoTrafficEvent extends ProxySummary {
  readonly noticeId: number;
  /** False: it is tried again. */
  readonly isStopped: boolean;
  readonly reason: AutoTrafficReason;
  readonly gigabytes: number;
  readonly price: Money | null;
}

/** A proxy as named in notifications. */
export interface ProxySummary {
  readonly id: number;
  readonly userId: number;
  readonly type: ProxyType;
  /** ISO code or `zz`. */
  readonly country: string;
  readonly expiresAt: Date;
}

export interface UpcomingExpiry extends ProxySummary {
  readonly isAutoRenewed: boolean;
  /** Of the same owner in the period, this one included. */
  readonly totalOfOwner: number;
}

/** A proxy that expires within 72 or 24 hours. */
export interface ExpiringProxy extends ProxySummary {
  readonly hours: 72 | 24;
  /** The wallet is charged for its renewal before that. */
  readonly isAutoRenewed: boolean;
}

export interface ReachedTrafficThreshold extends ProxySummary {
  readonly percent: 80 | 95 | 100;
  readonly usedBytes: bigint;
  readonly limitBytes: bigint;
}

/** `failed` is the first failure of a cycle, after which it is tried again. */
export type AutoRenewalOutcome = 'renewed' | 'failed' | 'stopped';

/** An outcome for its owner. */
export interface AutoRenewalEvent extends ProxySummary {
  readonly noticeId: number;
  readonly outcome: AutoRenewalOutcome;
  readonly reason: AutoRenewReason | null;
  /** Charged, or what the wallet was short of. */
  readonly price: Money | null;
}

/** A delivered order that its owner gets a receipt of. */
export interface ReceiptOrder {
  readonly id: number;
  readonly userId: number;
  readonly kind: OrderKind;
  readonly quantity: number;
  /** The proxy that it extended, or the only one that it bought. */
  readonly proxyId: number | null;
  readonly amount: Money;
  /** The line on the wallet statement. */
  readonly description: string;
  readonly reference: string;
}

/** An order is delivered in the transaction that pays it; `refunded` is one that is refunded in full. */
export const ORDER_STATUSES = ['delivered', 'refunded'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/**
 * `renewal` and `traffic` extend an existing proxy, `place` moves it to a more expensive place. Persisted values: never rename one.
 */
export const ORDER_KINDS = ['purchase', 'renewal', 'traffic', 'place'] as const;
export type OrderKind = (typeof ORDER_KINDS)[number];

/** `pending`: nobody has proved it. `taken`: another customer has. */
export const ADDRESS_STATES = ['active', 'pending', 'taken'] as const;
export type AddressState = (typeof ADDRESS_STATES)[number];
