import type { Money } from '../../common/money/money';
import type { ProxyKind } from '../proxies/admin-proxies.types';

export const ANALYTICS_PERIODS = [7, 30, 90, 365] as const;
export type AnalyticsPeriod = (typeof ANALYTICS_PERIODS)[number];

export const ANALYTICS_TABS = ['overview', 'proxy-usage', 'revenue', 'performance'] as const;
export type AnalyticsTab = (typeof ANALYTICS_TABS)[number];

/** Figures of one stretch of time. */
export interface PeriodStatistics {
  readonly newUsers: number;
  readonly orders: number;
  /** Purchases, net of refunds. */
  readonly revenue: Money;
  readonly proxies: number;
}

export interface MonthRevenue {
  /** `YYYY-MM` of the shop's zone. */
  readonly month: string;
  readonly revenue: Money;
  /** New users. */
  readonly users: number;
}

export interface TypeUsage {
  readonly type: ProxyKind;
  readonly count: number;
  readonly revenue: Money;
}

export interface CountryUsage {
  readonly country: string;
  readonly users: number;
  readonly revenue: Money;
}

export interface PerformanceStatistics {
  /** Milliseconds; null where nothing was measured. */
  readonly averageResponse: number | null;
  readonly p95Response: number | null;
  /** Percent of requests that did not end in a server error. */
  readonly successRate: number | null;
  /** Percent of minutes in which the API ran. */
  readonly uptime: number | null;
  readonly requests: number;
  /** Bytes through the gateway. */
  readonly bandwidth: bigint;
}

export interface Analytics {
  readonly period: AnalyticsPeriod;
  readonly current: PeriodStatistics;
  readonly previous: PeriodStatistics;
  readonly months: readonly MonthRevenue[];
  readonly types: readonly TypeUsage[];
  readonly countries: readonly CountryUsage[];
  /** Revenue of the last 30 days from customers who had bought in the 30 days before as well. */
  readonly recurring: Money;
  readonly performance: PerformanceStatistics;
}
