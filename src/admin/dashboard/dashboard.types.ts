import type { Money } from '../../common/money/money';
import type { AlertWithSubject } from '../alerts/alert.types';

/** A figure now and thirty days ago. */
export interface Compared<T> {
  readonly now: T;
  readonly before: T;
}

export interface PlatformStatistics {
  readonly users: Compared<number>;
  readonly activeProxies: Compared<number>;
  /** Orders in the last thirty days and in the thirty before. */
  readonly orders: Compared<number>;
  readonly revenue: Compared<Money>;
  readonly revenueEver: Money;
  readonly ordersEver: number;
}

export interface ServerStatistics {
  /** Milliseconds over the last hour; null where nothing was measured. */
  readonly p95Response: number | null;
  /** Percent of the last hour's requests that ended in a server error. */
  readonly errorRate: number | null;
  /** Percent over thirty days. */
  readonly uptime: number | null;
  /** Seconds the work that waits longest is overdue. */
  readonly queueAge: number;
  readonly databaseBytes: bigint;
  /** Bytes through the gateway in the last 24 hours. */
  readonly traffic: bigint;
}

export const ACTIVITY_TYPES = ['user', 'system', 'payment', 'alert', 'purchase'] as const;
export type ActivityType = (typeof ACTIVITY_TYPES)[number];

export interface Activity {
  readonly type: ActivityType;
  readonly action: string;
  readonly user: string;
  readonly time: Date;
  readonly proxyId: number | null;
  /** Null where there is none, or the viewer may not see it. */
  readonly amount: Money | null;
  /** Name of the affected user, when it is not the actor. */
  readonly name: string | null;
}

export interface PlatformMonth {
  /** `YYYY-MM` of the shop's zone. */
  readonly month: string;
  /** Percent of the traffic sold in the month that has been used. */
  readonly usage: number;
  readonly spending: Money | null;
}

export interface AdminDashboard {
  readonly statistics: PlatformStatistics;
  readonly server: ServerStatistics;
  readonly activity: readonly Activity[];
  readonly months: readonly PlatformMonth[];
  readonly alerts: readonly AlertWithSubject[];
  readonly canViewMoney: boolean;
  /** When the statistics were computed. */
  readonly at: Date;
}
