import { ApiProperty } from '@nestjs/swagger';
import {
  ALERT_KINDS,
  ALERT_SEVERITIES,
  type AlertKind,
  type AlertSeverity,
} from '../alerts/alert.entity';
import { ATTENTIONS, type Attention } from '../attention';
import {
  CARD_COLORS,
  CARD_ICONS,
  type CardColor,
  type CardIcon,
} from '../statistics/stat-card.types';
import { ACTIVITY_TYPES, type ActivityType } from '../../audit/audit.types';

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
  /** The network that it is about; null for another alert. */
  network_id: number | null;
  /** The provider account that it is about; null for another alert. */
  provider_id: number | null;
  opened_at: Date;
  /** Name of the failed jobs, for `job_failed`. @example payments.reconcile */
  job: string | null;
}

export class TodayFigure {
  /** Until now. */
  today: number;
  /** Until the same time of yesterday. */
  yesterday: number;
  /** Until the same time of the same day of last week. */
  last_week: number;
}

/** Amounts are naira; days are those of Lagos. */
export class AdminToday {
  /** Sales less refunds, whole naira. */
  sold: TodayFigure;
  /** Paid orders. */
  orders: TodayFigure;
  /** Top-ups that were credited, whole naira. */
  topped_up: TodayFigure;
  /** New customers. */
  customers: TodayFigure;
  /** Sales less everything that they cost, as the report of profit has it for today. @example 48210.55 */
  profit: number;
  /** What the shop owes to wallets. @example 250000 */
  wallets: number;
  /** What the card provider owes the shop. @example 180000 */
  provider: number;
  /** What was paid out to the bank. @example 1200000 */
  bank: number;
}

export const QUEUE_ITEM_IDS = ['approvals', 'payments', 'tickets'] as const;
export type QueueItemId = (typeof QUEUE_ITEM_IDS)[number];

export class QueueItem {
  /** `approvals`: proposals that wait for a second person. `payments`: those that staff accept or reject. `tickets`: those that wait for an answer. */
  @ApiProperty({ enum: QUEUE_ITEM_IDS, enumName: 'QueueItemId' })
  id: QueueItemId;
  count: number;
}

export const SETUP_STEP_IDS = [
  'address',
  'payments',
  'mail',
  'supply',
  'prices',
  'company',
  'two_factor',
  'second_admin',
] as const;
export type SetupStepId = (typeof SETUP_STEP_IDS)[number];

export class SetupStep {
  /**
   * `address`: APP_URL is https. `payments`: real payments, with the provider's keys. `mail`: a mail server that has
   * sent. `supply`: something is sold that a test has passed through. `prices`: staff have set them. `company`: address and
   * TIN on invoices. `two_factor`: of every admin. `second_admin`: for approvals.
   */
  @ApiProperty({ enum: SETUP_STEP_IDS, enumName: 'SetupStepId' })
  id: SetupStepId;
  is_done: boolean;
}

export class AdminDashboardData {
  /** Null for a sub-admin. */
  today: AdminToday | null;
  /** Work that waits for staff, without that of which there is none. */
  queue: QueueItem[];
  /** What a shop needs before it opens; null for staff who cannot change settings, and once all is done. */
  @ApiProperty({ type: [SetupStep], nullable: true })
  setup: SetupStep[] | null;
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
