import type { ExitKind } from '../catalog/catalog.types';
import type { PlaceReach } from '../common/gateway/place-reach';
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

/** 0 keeps the address as long as possible, -1 changes it on every request, else minutes. */
export const SESSION_TTLS = [0, -1, 1, 2, 5, 10] as const;
export type SessionTtl = (typeof SESSION_TTLS)[number];

/** Binary units, as sold and displayed. */
export const GIGABYTE = 2n ** 30n;
export const MEGABYTE = 2n ** 20n;

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

export const isSamePlace = (a: Targeting, b: Targeting): boolean =>
  a.country === b.country && a.region === b.region && a.city === b.city && a.isp === b.isp;

/** Settings of a pool proxy that its owner can change. */
export interface PoolSettings extends Targeting {
  readonly protocol: Protocol;
  readonly ttlMinutes: SessionTtl;
}

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

/** Automatic renewal of a proxy as its owner sees it. */
export interface AutoRenewState {
  readonly enabled: boolean;
  readonly gigabytes: number | null;
  readonly durationMinutes: number | null;
  /** When the wallet is charged next, or the charge is tried again; null when it is not planned. */
  readonly nextChargeAt: Date | null;
  /** Failed attempts before this end. */
  readonly failures: number;
  readonly stoppedReason: AutoRenewReason | null;
}

/** A proxy as shown to its owner, with the password decrypted. */
export interface OwnedProxy extends Targeting {
  readonly id: number;
  readonly uuid: string;
  readonly userId: number;
  readonly orderId: number;
  readonly apiId: string;
  readonly type: ProxyType;
  /** Stored status; `isExpired` takes precedence. */
  readonly status: ProxyStatus;
  readonly isExpired: boolean;
  readonly protocol: Protocol;
  readonly host: string;
  readonly port: number;
  readonly portSocks5: number;
  readonly username: string;
  readonly password: string;
  /** Where its traffic may leave; null is everywhere. */
  readonly reach: PlaceReach | null;
  /** Dedicated address of a datacenter proxy. */
  readonly ip: string | null;
  readonly ttlMinutes: number | null;
  readonly sessionId: string | null;
  /** Null when not limited by traffic. */
  readonly limitBytes: bigint | null;
  readonly usedBytes: bigint;
  readonly price: Money;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** Its owner suspended it; staff or the suspension of the account may besides. */
  readonly suspendedByOwner: boolean;
  readonly note: string | null;
  readonly tags: readonly string[];
  /** Null when it was never switched on. */
  readonly autoRenew: AutoRenewState | null;
  /** Whether the owner may replace its address, unless it was replaced too often. */
  readonly canReplaceAddress: boolean;
  /** Whether the owner may renew it, also shortly after its end. */
  readonly canRenew: boolean;
}

/** What an owner writes on a proxy. */
export interface ProxyLabels {
  readonly note: string | null;
  readonly tags: readonly string[];
}

/** A tag, and how many of the owner's proxies have it. */
export interface TagCount {
  readonly tag: string;
  readonly count: number;
}

/** Statistics over all proxies of a user. */
export interface ProxyStatistics {
  readonly active: number;
  readonly total: number;
  readonly spent: Money;
  /** Different countries, without `zz`. */
  readonly countries: number;
  readonly perType: Partial<Record<ProxyType, number>>;
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

/** A proxy that expires in a period. */
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

/** A traffic threshold that a proxy has reached. */
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

/** Traffic of one proxy on one day. */
export interface DailyUsage {
  /** `YYYY-MM-DD` in the time zone of the shop. */
  readonly date: string;
  readonly bytesUp: bigint;
  readonly bytesDown: bigint;
  readonly requests: number;
}

/** Traffic of all proxies of a customer in one month. */
export interface MonthlyTraffic {
  /** `YYYY-MM` in the time zone of the shop. */
  readonly month: string;
  readonly usedBytes: bigint;
  /** Bought traffic that was valid in the month. */
  readonly limitBytes: bigint;
}

/** Proxies of a customer at one moment. */
export interface ProxyCounts {
  readonly total: number;
  readonly active: number;
}

/** What a customer asks first. */
export interface ProxyOverview {
  /** Bytes left of proxies in service; null without one that has a limit. */
  readonly trafficLeftBytes: bigint | null;
  /** Of the proxies in service or suspended by their owner, the one that ends next. */
  readonly nextExpiry: {
    readonly proxyId: number;
    readonly expiresAt: Date;
    readonly isRenewed: boolean;
  } | null;
  /** Whether traffic of any proxy was ever counted. */
  readonly hasUsed: boolean;
}

export interface ProxyFilter {
  readonly search?: string;
  readonly status?: ProxyStatus;
  readonly type?: ProxyType;
  /** In any case. */
  readonly tag?: string;
}
