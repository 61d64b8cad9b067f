import type { Money } from '../../common/money/money';
import type { Week } from '../../common/time/calendar';
import type { UpcomingExpiry } from '../../proxies/proxy.types';
import type { ProxyTraffic } from '../../proxies/usage-reports/usage-reports.types';

/** A customer's week. */
export interface WeeklySummary {
  readonly userId: number;
  readonly week: Week;
  /** Purchases minus refunds, negative when more was refunded. */
  readonly spent: Money;
  readonly topUps: Money;
  /** Now. */
  readonly balance: Money;
  /** Bytes of all proxies. */
  readonly traffic: bigint;
  /** At most five, the most traffic first. */
  readonly mostUsed: readonly ProxyTraffic[];
  /** Within the next seven days, the earliest first; at most five. */
  readonly expiring: readonly UpcomingExpiry[];
}
