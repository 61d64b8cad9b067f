import { Injectable } from '@nestjs/common';
import { AUDIT_ACTIONS, type AuditAction } from '../../audit/audit.types';
import { formatNaira, Money } from '../../common/money/money';
import type { Actor } from '../../common/security/actor';
import { Clock, HOUR, MINUTE, SECOND } from '../../common/time/clock';
import { ZONE } from '../../common/time/calendar';
import { toNairaSql } from '../../database/naira';
import { UnitOfWork } from '../../database/unit-of-work';
import { AlertsService } from '../alerts/alerts.service';
import { QueryCache } from '../paging/query-cache';
import { PerformanceService } from '../performance/performance.service';
import { can } from '../../common/security/permissions';
import { SetupChecklistService } from './setup-checklist.service';
import { TodayService } from './today.service';
import { formatChange, roundToOneDecimal } from '../statistics/percent';
import type { CardColor, CardIcon } from '../statistics/stat-card.types';
import type {
  AdminActivity,
  AdminDashboardData,
  AdminMonth,
  AdminServerStat,
  AdminStatCard,
} from './dashboard.dto';

const MONTHS = 6;
const ACTIVITIES = 12;
const HOUR_MINUTES = 60;
const UPTIME_MINUTES = 30 * 24 * HOUR_MINUTES;

/** What the audit counts of a payment or an order. */
const MOVED_PARTS = ['refunded', 'charged_back', 'credited'];
/** The last refund to the card. */
const CARD_REFUND = `(SELECT r.amount_kobo FROM payment_refund r WHERE r.payment_id = p.id ORDER BY r.id DESC LIMIT 1)`;

/** A figure now and thirty days ago. */
interface Compared<T> {
  readonly now: T;
  readonly before: T;
}

interface Statistics {
  readonly users: Compared<number>;
  readonly proxies: Compared<number>;
  /** In the last thirty days and in the thirty before. */
  readonly orders: Compared<number>;
  readonly revenue: Compared<Money>;
  readonly revenueEver: Money;
  /** When they were computed. */
  readonly at: Date;
}

interface ActivityRow {
  readonly action: AuditAction;
  readonly actor_id: number | null;
  readonly actor_name: string;
  readonly created_at: Date;
  readonly proxy_id: number | null;
  readonly owner_id: number | null;
  readonly owner_name: string | null;
  /** Of the payment or the order that it is about. */
  readonly kobo: string | null;
  readonly changes: Record<'before' | 'after', Record<string, unknown> | undefined> | null;
}

/** Statistics and recent activity of the platform. */
@Injectable()
export class AdminDashboardService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly cache: QueryCache,
    private readonly performance: PerformanceService,
    private readonly alerts: AlertsService,
    private readonly today: TodayService,
    private readonly setup: SetupChecklistService,
  ) {}

  async getDashboard(actor: Actor): Promise<AdminDashboardData> {
    const money = can(actor, 'money.read');
    const [statistics, months, activity, server, alerts, today, queue, setup] = await this.uow.all(
      () =>
        this.cache.getOrCompute('dashboard', ['users', 'proxy', 'proxy_order'], () =>
          this.getStatistics(),
        ),
      () =>
        this.cache.getOrCompute(`months:${money}`, ['proxy', 'proxy_order'], () =>
          this.findMonths(money),
        ),
      () => this.findLatestActivity(money),
      () => this.getServerStatistics(),
      () => this.alerts.findOpen(),
      () => (money ? this.today.getToday() : Promise.resolve(null)),
      () => this.today.getQueue(actor),
      () => (can(actor, 'settings.manage') ? this.setup.getSteps() : Promise.resolve(null)),
    );
    const { orders, revenue, revenueEver } = statistics;
    const monthly = revenue.now.toNaira();
    return {
      today,
      queue,
      setup: setup?.some((step) => !step.is_done) ? setup : null,
      stats: toCards(statistics, money),
      server_stats: server,
      recent_activity: activity,
      monthly_data: months,
      revenue_analytics: money
        ? {
            total_revenue: revenueEver.toNaira(),
            monthly_revenue: monthly,
            avg_order_value: orders.now ? Math.round(monthly / orders.now) : 0,
            total_orders: orders.now,
          }
        : null,
      alerts,
      last_updated: statistics.at,
    };
  }

  private async getStatistics(): Promise<Statistics> {
    const { manager } = this.uow;
    type Counts = [Compared<number>];
    type Orders = Compared<number> & Record<'revenue' | 'revenue_before' | 'revenue_ever', string>;
    const [[users], [proxies], [orders]] = await this.uow.all(
      () =>
        manager.query<Counts>(
          `SELECT count(*) FILTER (WHERE closed_at IS NULL)::int AS now,
                  count(*) FILTER (WHERE created_at <= now() - interval '30 days'
                    AND (closed_at IS NULL OR closed_at > now() - interval '30 days'))::int AS before
           FROM users`,
        ),
      () =>
        manager.query<Counts>(
          `SELECT count(*) FILTER (WHERE status = 'active' AND expires_at > now())::int AS now,
                  count(*) FILTER (WHERE created_at <= now() - interval '30 days'
                    AND expires_at > now() - interval '30 days')::int AS before
           FROM proxy WHERE expires_at > now() - interval '30 days'`,
        ),
      () =>
        manager.query<[Orders]>(
          `SELECT count(*) FILTER (WHERE recent AND kept)::int AS now,
                  count(*) FILTER (WHERE earlier AND kept)::int AS before,
                  coalesce(sum(kobo) FILTER (WHERE recent), 0)::bigint AS revenue,
                  coalesce(sum(kobo) FILTER (WHERE earlier), 0)::bigint AS revenue_before,
                  coalesce(sum(kobo), 0)::bigint AS revenue_ever
           FROM (SELECT amount_kobo - refunded_kobo AS kobo, status <> 'refunded' AND amount_kobo > 0 AS kept,
                        created_at > now() - interval '30 days' AS recent,
                        created_at > now() - interval '60 days'
                          AND created_at <= now() - interval '30 days' AS earlier
                 FROM proxy_order) o`,
        ),
    );
    const money = (kobo: string) => Money.kobo(BigInt(kobo));
    return {
      ...{ users, proxies, orders },
      revenue: { now: money(orders.revenue), before: money(orders.revenue_before) },
      revenueEver: money(orders.revenue_ever),
      at: this.clock.now(),
    };
  }

  /** The last calendar months, oldest first, the present one last. */
  private async findMonths(money: boolean): Promise<AdminMonth[]> {
    const within = (table: string) =>
      `${table}.created_at >= month.start AT TIME ZONE '${ZONE}'
       AND ${table}.created_at < (month.start + interval '1 month') AT TIME ZONE '${ZONE}'`;
    const spending = `SELECT ${toNairaSql('coalesce(sum(o.amount_kobo - o.refunded_kobo), 0)')}
      FROM proxy_order o WHERE ${within('o')}`;
    const rows = await this.uow.manager.query<AdminMonth[]>(
      `WITH month AS (
         SELECT generate_series(
           date_trunc('month', now() AT TIME ZONE '${ZONE}') - make_interval(months => $1::int - 1),
           date_trunc('month', now() AT TIME ZONE '${ZONE}'), interval '1 month') AS start
       )
       SELECT to_char(month.start, 'YYYY-MM') AS month, ${money ? `(${spending})` : 'NULL'} AS spending,
              coalesce((
                SELECT 100.0 * sum(least(p.used_bytes, p.limit_bytes)) / nullif(sum(p.limit_bytes), 0)
                FROM proxy p WHERE p.limit_bytes IS NOT NULL AND ${within('p')}), 0)::float8 AS usage
       FROM month ORDER BY month.start`,
      [MONTHS],
    );
    return rows.map((row) => ({ ...row, usage: roundToOneDecimal(row.usage) }));
  }

  /** The latest audit rows with their subjects, newest first. @param all with money and with what is of high severity. */
  private async findLatestActivity(all: boolean): Promise<AdminActivity[]> {
    const money = all
      ? `a.changes, CASE a.action
           WHEN 'payment.review_opened' THEN coalesce(p.received_kobo, p.amount_kobo)
           WHEN 'payment.refund_requested' THEN ${CARD_REFUND} WHEN 'payment.refund_closed' THEN ${CARD_REFUND}
           ELSE coalesce(p.amount_kobo, o.amount_kobo) END AS kobo`
      : 'NULL AS kobo, NULL AS changes';
    const rows = await this.uow.manager.query<ActivityRow[]>(
      `SELECT a.action, a.actor_id, a.actor_name, a.created_at, x.id AS proxy_id,
              owner.id AS owner_id, owner.name AS owner_name, ${money}
       FROM (SELECT *, split_part(target, ':', 1) AS kind,
                    substring(target FROM '^[a-z]+:([0-9]{1,9})$')::int AS target_id
             FROM audit_log ${all ? '' : `WHERE severity <> 'high'`}
             ORDER BY created_at DESC, id DESC LIMIT $1) a
       LEFT JOIN payment p ON a.kind = 'payment' AND p.id = a.target_id
       LEFT JOIN proxy_order o ON a.kind = 'order' AND o.id = a.target_id
       LEFT JOIN proxy x ON a.kind = 'proxy' AND x.id = a.target_id
       LEFT JOIN users owner ON owner.id = coalesce(p.user_id, o.user_id, x.user_id,
                                                    CASE WHEN a.kind = 'user' THEN a.target_id END)
       ORDER BY a.created_at DESC, a.id DESC`,
      [ACTIVITIES],
    );
    return rows.map(toActivity);
  }

  private async getServerStatistics(): Promise<AdminServerStat[]> {
    const [{ p95Ms, errorRate }, { uptime }, queueAge, databaseBytes, traffic] = await this.uow.all(
      () => this.performance.measure(HOUR_MINUTES),
      () =>
        this.cache.getOrCompute('uptime', ['performance_minute'], () =>
          this.performance.measure(UPTIME_MINUTES),
        ),
      () => this.performance.queueAge(),
      () => this.performance.databaseBytes(),
      () => this.cache.getOrCompute('traffic', ['usage_hour'], () => this.performance.traffic(24)),
    );
    const downtime = uptime === null ? null : 100 - uptime;
    return [
      toStat('Response Time (p95)', 'clock', grade(p95Ms, 250, 1000), shown(p95Ms, ' ms')),
      toStat('Error Rate', 'errors', grade(errorRate, 0.5, 2), shown(errorRate, '%')),
      toStat('Uptime (30 days)', 'uptime', grade(downtime, 0.5, 2), shown(uptime, '%')),
      toStat('Queue Delay', 'queue', grade(queueAge, 60, 600), formatDuration(queueAge)),
      toStat('Database Size', 'database', 'blue', formatBytes(databaseBytes)),
      toStat('Proxy Traffic (24 hours)', 'traffic', 'blue', formatBytes(traffic)),
    ];
  }
}

const toStat = (
  label: string,
  icon: CardIcon,
  color: CardColor,
  value: string,
): AdminServerStat => ({ label, value, color, icon });

const shown = (value: number | null, unit: string): string =>
  value === null ? 'No data yet' : `${value}${unit}`;

const count = (value: number): string => value.toLocaleString('en-NG');

const toCards = (
  { users, proxies, orders, revenue }: Statistics,
  money: boolean,
): AdminStatCard[] => [
  {
    ...{ label: 'Total Users', value: count(users.now), color: 'blue', icon: 'users' },
    change: formatChange(users.before, users.now),
  },
  {
    ...{ label: 'Active Proxies', value: count(proxies.now), color: 'green', icon: 'proxies' },
    change: formatChange(proxies.before, proxies.now),
  },
  {
    ...{ label: 'Orders (30 days)', value: count(orders.now), color: 'orange', icon: 'orders' },
    change: formatChange(orders.before, orders.now),
  },
  {
    ...{ label: 'Revenue (30 days)', color: 'purple', icon: 'revenue' },
    value: money ? formatNaira(revenue.now) : null,
    change: money ? formatChange(Number(revenue.before.kobo), Number(revenue.now.kobo)) : null,
  },
];

function toActivity(row: ActivityRow): AdminActivity {
  const [, type, label] = AUDIT_ACTIONS[row.action] ?? ['low', 'system', row.action];
  const bySystem = row.actor_id === null && row.actor_name === 'system';
  const aboutOther = row.owner_id !== null && row.owner_id !== row.actor_id;
  return {
    ...{ type, action: label, time: row.created_at },
    user: (bySystem && row.owner_name) || row.actor_name,
    data: {
      proxy_id: row.proxy_id,
      amount: amountOf(row)?.toNaira() ?? null,
      name: aboutOther && !bySystem ? row.owner_name : null,
    },
  };
}

/** What moved, which may be a part of the payment or the order; null when nothing did. */
function amountOf({ kobo, changes }: ActivityRow): Money | null {
  const difference = (field: string): Money | null => {
    const from = Money.parseDecimal(changes?.before?.[field]);
    const to = Money.parseDecimal(changes?.after?.[field]);
    return from && to && to.minus(from);
  };
  const part = MOVED_PARTS.map(difference).find((found) => found !== null);
  if (part) return part.isZero ? null : part.isPositive ? part : part.negated();
  return kobo ? Money.kobo(BigInt(kobo)) : difference('balance');
}

function formatBytes(value: bigint): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'];
  let amount = Number(value);
  let unit = 0;
  for (; amount >= 1024 && unit < units.length - 1; unit += 1) amount /= 1024;
  return `${unit ? roundToOneDecimal(amount) : amount} ${units[unit]}`;
}

function formatDuration(seconds: number): string {
  const ms = seconds * SECOND;
  if (ms < MINUTE) return `${Math.round(seconds)} s`;
  return ms < HOUR ? `${Math.round(ms / MINUTE)} min` : `${roundToOneDecimal(ms / HOUR)} h`;
}

/** Green up to `good`, orange up to `bearable`, red from there. */
const grade = (value: number | null, good: number, bearable: number): CardColor => {
  if (value === null) return 'gray';
  return value <= good ? 'green' : value <= bearable ? 'orange' : 'red';
};
