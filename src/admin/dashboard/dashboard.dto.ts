import { ApiProperty } from '@nestjs/swagger';
import { formatNaira } from '../../common/money/money';
import { HOUR, MINUTE, SECOND } from '../../common/time/clock';
import {
  ALERT_KINDS,
  ALERT_SEVERITIES,
  type AlertKind,
  type AlertSeverity,
} from '../alerts/alert.types';
import { ATTENTIONS, type Attention } from '../attention';
import { formatChange, roundToOneDecimal } from '../statistics/percent';
import {
  CARD_COLORS,
  CARD_ICONS,
  type CardColor,
  type CardIcon,
} from '../statistics/stat-card.types';
import {
  ACTIVITY_TYPES,
  type ActivityType,
  type AdminDashboard,
  type ServerStatistics,
} from './dashboard.types';

export class AdminStatCard {
  /** @example Active Proxies */
  label: string;
  /** Formatted for display; null for a sub-admin where it is money. @example 1,204 */
  value: string | null;
  /**
   * Change against 30 days ago, formatted for display; null without a previous value and where a sub-admin
   * may not see it.
   * @example +12.5%
   */
  change: string | null;
  @ApiProperty({ enum: CARD_COLORS, enumName: 'CardColor' })
  color: CardColor;
  @ApiProperty({ enum: CARD_ICONS, enumName: 'CardIcon' })
  icon: CardIcon;
}

/** Measurements by the platform itself. */
export class AdminServerStat {
  /** @example Response Time (p95) */
  label: string;
  /** Formatted for display; "No data yet" where nothing was measured. @example 12 ms */
  value: string;
  @ApiProperty({ enum: CARD_COLORS, enumName: 'CardColor' })
  color: CardColor;
  @ApiProperty({ enum: CARD_ICONS, enumName: 'CardIcon' })
  icon: CardIcon;
}

export class AdminActivityData {
  proxy_id: number | null;
  /** Whole naira; null where there is none, and for a sub-admin. */
  amount: number | null;
  /** Name of the affected user. */
  name: string | null;
}

export class AdminActivity {
  @ApiProperty({ enum: ACTIVITY_TYPES, enumName: 'ActivityType' })
  type: ActivityType;
  /** @example Paid a top-up */
  action: string;
  /** Name of the acting user; `system` for the platform itself. */
  user: string;
  time: Date;
  data: AdminActivityData;
}

export class AdminMonth {
  /** Calendar month in the shop's time zone. @example 2026-03 */
  month: string;
  /** Percent of the traffic sold in the month that has been used, 0 to 100, one decimal. */
  usage: number;
  /** Whole naira that customers spent, net of refunds; null for a sub-admin. */
  spending: number | null;
}

export class AdminRevenueAnalytics {
  /** Revenue of all orders, net of refunds, whole naira. */
  total_revenue: number;
  /** Whole naira of the last 30 days. */
  monthly_revenue: number;
  /** Average revenue per order in the last 30 days, whole naira. */
  avg_order_value: number;
  /** Orders in the last 30 days. */
  total_orders: number;
}

export class AdminAlert {
  id: number;
  @ApiProperty({ enum: ALERT_KINDS, enumName: 'AlertKind' })
  kind: AlertKind;
  @ApiProperty({ enum: ALERT_SEVERITIES, enumName: 'AlertSeverity' })
  severity: AlertSeverity;
  message: string;
  /**
   * Value of the `attention` filter of `GET /admin/transactions/all` that lists what the alert is about;
   * null for an alert that is not about transactions.
   */
  @ApiProperty({ enum: ATTENTIONS, enumName: 'Attention', nullable: true })
  attention: Attention | null;
  /** The affected transaction if there is exactly one. */
  transaction_id: number | null;
  opened_at: Date;
  /** Name of the failed jobs, for `job_failed`. @example payments.reconcile */
  job: string | null;
}

export class AdminDashboardData {
  stats: AdminStatCard[];
  server_stats: AdminServerStat[];
  recent_activity: AdminActivity[];
  monthly_data: AdminMonth[];
  /** Null for a sub-admin. */
  revenue_analytics: AdminRevenueAnalytics | null;
  /** Conditions that need attention now; empty when there are none. */
  alerts: AdminAlert[];
  /** When the statistics were computed; in a very large shop that may be minutes ago. */
  last_updated: Date;
}

const count = (value: number): string => value.toLocaleString('en-NG');

function stats({ statistics, canViewMoney }: AdminDashboard): AdminStatCard[] {
  const { users, activeProxies, orders, revenue } = statistics;
  return [
    {
      label: 'Total Users',
      value: count(users.now),
      change: formatChange(users.before, users.now),
      color: 'blue',
      icon: 'users',
    },
    {
      label: 'Active Proxies',
      value: count(activeProxies.now),
      change: formatChange(activeProxies.before, activeProxies.now),
      color: 'green',
      icon: 'proxies',
    },
    {
      label: 'Orders (30 days)',
      value: count(orders.now),
      change: formatChange(orders.before, orders.now),
      color: 'orange',
      icon: 'orders',
    },
    {
      label: 'Revenue (30 days)',
      value: canViewMoney ? formatNaira(revenue.now) : null,
      change: canViewMoney
        ? formatChange(Number(revenue.before.kobo), Number(revenue.now.kobo))
        : null,
      color: 'purple',
      icon: 'revenue',
    },
  ];
}

const NOTHING = 'No data yet';

function bytes(value: bigint): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'];
  let amount = Number(value);
  let unit = 0;
  for (; amount >= 1024 && unit < units.length - 1; unit += 1) amount /= 1024;
  return `${unit ? roundToOneDecimal(amount) : amount} ${units[unit]}`;
}

function duration(seconds: number): string {
  const ms = seconds * SECOND;
  if (ms < MINUTE) return `${Math.round(seconds)} s`;
  return ms < HOUR ? `${Math.round(ms / MINUTE)} min` : `${roundToOneDecimal(ms / HOUR)} h`;
}

/** Green up to `good`, orange up to `bearable`, red from there. */
const grade = (value: number | null, good: number, bearable: number): CardColor => {
  if (value === null) return 'gray';
  return value <= good ? 'green' : value <= bearable ? 'orange' : 'red';
};

function serverStats(server: ServerStatistics): AdminServerStat[] {
  const { p95Response, errorRate, uptime } = server;
  return [
    {
      label: 'Response Time (p95)',
      value: p95Response === null ? NOTHING : `${p95Response} ms`,
      color: grade(p95Response, 250, 1000),
      icon: 'clock',
    },
    {
      label: 'Error Rate',
      value: errorRate === null ? NOTHING : `${errorRate}%`,
      color: grade(errorRate, 0.5, 2),
      icon: 'errors',
    },
    {
      label: 'Uptime (30 days)',
      value: uptime === null ? NOTHING : `${uptime}%`,
      color: grade(uptime === null ? null : 100 - uptime, 0.5, 2),
      icon: 'uptime',
    },
    {
      label: 'Queue Delay',
      value: duration(server.queueAge),
      color: grade(server.queueAge, 60, 600),
      icon: 'queue',
    },
    {
      label: 'Database Size',
      value: bytes(server.databaseBytes),
      color: 'blue',
      icon: 'database',
    },
    {
      label: 'Proxy Traffic (24 hours)',
      value: bytes(server.traffic),
      color: 'blue',
      icon: 'traffic',
    },
  ];
}

export function toAdminDashboard(dashboard: AdminDashboard): AdminDashboardData {
  const { statistics, canViewMoney } = dashboard;
  const monthly = statistics.revenue.now.toNaira();
  return {
    stats: stats(dashboard),
    server_stats: serverStats(dashboard.server),
    recent_activity: dashboard.activity.map((activity) => ({
      type: activity.type,
      action: activity.action,
      user: activity.user,
      time: activity.time,
      data: {
        proxy_id: activity.proxyId,
        amount: activity.amount?.toNaira() ?? null,
        name: activity.name,
      },
    })),
    monthly_data: dashboard.months.map((month) => ({
      month: month.month,
      usage: month.usage,
      spending: month.spending?.toNaira() ?? null,
    })),
    revenue_analytics: canViewMoney
      ? {
          total_revenue: statistics.revenueEver.toNaira(),
          monthly_revenue: monthly,
          avg_order_value: statistics.orders.now ? Math.round(monthly / statistics.orders.now) : 0,
          total_orders: statistics.orders.now,
        }
      : null,
    alerts: dashboard.alerts.map((alert) => ({
      id: alert.id,
      kind: alert.kind,
      severity: alert.severity,
      message: alert.message,
      attention: alert.attention,
      transaction_id: alert.transactionId,
      job: alert.job,
      opened_at: alert.openedAt,
    })),
    last_updated: dashboard.at,
  };
}
