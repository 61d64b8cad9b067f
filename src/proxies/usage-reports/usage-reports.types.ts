import {
  CONNECTION_PROTOCOLS,
  type ConnectionProtocol,
} from '../../common/gateway/gateway-messages';
import type { ProxyErrorReason } from '../../common/gateway/proxy-errors';
import type { ProxyType } from '../proxy.types';

export const USAGE_INTERVALS = ['hour', 'day', 'month'] as const;
export type UsageInterval = (typeof USAGE_INTERVALS)[number];

/** `unknown`: of hours before protocols were counted. */
export const USAGE_PROTOCOLS = [...CONNECTION_PROTOCOLS, 'unknown'] as const;
export type UsageProtocol = (typeof USAGE_PROTOCOLS)[number];

export interface TrafficFigures {
  /** Bytes. */
  readonly up: bigint;
  readonly down: bigint;
  readonly requests: number;
}

export interface UsageFigures extends TrafficFigures {
  readonly failures: number;
}

export interface UsageSum extends UsageFigures {
  readonly protocols: Readonly<Record<ConnectionProtocol, TrafficFigures>>;
  /** The most that one proxy had open at once, at one gateway. */
  readonly peakConnections: number;
}

export interface UsageBucket extends UsageSum {
  readonly from: Date;
}

/** Usage of one bucket in one country. */
export interface UsageRow extends UsageBucket {
  /** Country of the proxies as they were bought, `zz` for any. */
  readonly country: string;
}

export interface ProtocolUsage extends TrafficFigures {
  readonly protocol: UsageProtocol;
}

export interface CountryUsage extends UsageFigures {
  /** Country of the proxies as they were bought, `zz` for any. */
  readonly country: string;
}

/** Usage of all proxies of a customer, or of one. */
export interface UsageReport {
  readonly interval: UsageInterval;
  readonly from: Date;
  /** Exclusive. */
  readonly until: Date;
  /** Every bucket of the period, oldest first. */
  readonly buckets: readonly UsageBucket[];
  readonly totals: UsageSum;
  /** The most bytes first. */
  readonly countries: readonly CountryUsage[];
  /** The most bytes first; adds up to the totals. */
  readonly protocols: readonly ProtocolUsage[];
  /** When the bought traffic of the proxy that is first to run out will be used up; null when none is in use. */
  readonly projectedEndAt: Date | null;
}

/** Traffic of one proxy; bytes in both directions. */
export interface ProxyTraffic {
  readonly id: number;
  readonly type: ProxyType;
  /** ISO code or `zz`. */
  readonly country: string;
  readonly bytes: bigint;
}

/** Traffic of all proxies of a customer. */
export interface CustomerTraffic {
  readonly bytes: bigint;
  /** The most bytes first. */
  readonly mostUsed: readonly ProxyTraffic[];
}

export interface FailureCount {
  readonly reason: ProxyErrorReason;
  readonly count: number;
  readonly lastAt: Date;
}

/** What a customer asks for. Moments are ISO 8601; a day is `YYYY-MM-DD` in the shop's zone. */
export interface UsageRange {
  readonly from?: string;
  /** A day is included, a moment is not. */
  readonly to?: string;
  /** Null for all proxies. */
  readonly proxyId: number | null;
}

export interface UsageRequest extends UsageRange {
  readonly interval: UsageInterval;
}
