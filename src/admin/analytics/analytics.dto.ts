import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform, type TransformFnParams } from 'class-transformer';
import { IsIn, IsOptional } from 'class-validator';
import { IsDay } from '../../common/http/fields';
import { PERIOD_NAMES, type PeriodName } from '../../common/time/period';
import { PROXY_KINDS, type ProxyKind } from '../proxies/proxies.dto';
import { CARD_COLORS, type CardColor } from '../statistics/stat-card.types';

export const ANALYTICS_PERIODS = [7, 30, 90, 365] as const;
export type AnalyticsPeriod = (typeof ANALYTICS_PERIODS)[number] | PeriodName;

export const ANALYTICS_TABS = ['overview', 'proxy-usage', 'revenue', 'performance'] as const;
export type AnalyticsTab = (typeof ANALYTICS_TABS)[number];

/** Accepts 30, "30" and "30d". */
export const toDays = ({ value }: TransformFnParams): unknown => {
  const days = /^(\d{1,3})d?$/.exec(String(value))?.[1];
  return value === '' ? undefined : days === undefined ? value : Number(days);
};

export const blankToUndefined = ({ value }: TransformFnParams): unknown =>
  value === '' ? undefined : value;

const PERIOD = {
  message: 'The period must be 7, 30, 90 or 365 days, today, yesterday, this_month or last_month',
};

const IsAnalyticsPeriod = () =>
  applyDecorators(
    ApiProperty({
      ...{ type: 'string', required: false, enumName: 'AnalyticsPeriod' },
      enum: [...ANALYTICS_PERIODS.map(String), ...PERIOD_NAMES],
    }),
    IsOptional(),
    Transform(toDays),
    IsIn([...ANALYTICS_PERIODS, ...PERIOD_NAMES], PERIOD),
  );

const TAB = { message: 'The report must be overview, proxy-usage, revenue or performance' };

export class AnalyticsQuery {
  /**
   * Days up to now, or a day or month of the calendar in Nigerian time; 30 when it is left out. Today and this month are
   * compared with as much of the day or month before.
   */
  @IsAnalyticsPeriod()
  period?: AnalyticsPeriod;

  /** First day, in Nigerian time, in place of `period`; 30 days up to `to` when it is left out. @example 2026-03-01 */
  @IsDay()
  from?: string;

  /** Last day, inclusive; today when it is left out. @example 2026-03-31 */
  @IsDay()
  to?: string;

  /** The tab of the screen. The response contains all figures regardless. */
  @ApiProperty({ enum: ANALYTICS_TABS, enumName: 'AnalyticsTab', required: false })
  @IsOptional()
  @Transform(blankToUndefined)
  @IsIn(ANALYTICS_TABS, TAB)
  tab?: AnalyticsTab;

  /** Synonym of `period`; also accepts `30d`. @example "30" */
  @IsAnalyticsPeriod()
  date_range?: AnalyticsPeriod;

  /** The same as `tab`. */
  @ApiProperty({ enum: ANALYTICS_TABS, enumName: 'AnalyticsTab', required: false })
  @IsOptional()
  @Transform(blankToUndefined)
  @IsIn(ANALYTICS_TABS, TAB)
  report_type?: AnalyticsTab;
}

export const EXPORT_FORMATS = ['pdf', 'excel'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** `report_type` and `date_range` as in `GET /admin/analytics`; their synonyms are accepted too. */
export class ExportAnalyticsDto extends AnalyticsQuery {
  @ApiProperty({ enum: EXPORT_FORMATS, enumName: 'AnalyticsExportFormat' })
  @IsIn(EXPORT_FORMATS, { message: 'The format must be pdf or excel' })
  format: ExportFormat;
}

export class AnalyticsStat {
  /** @example Revenue */
  label: string;
  /** Ready to be shown. @example ₦125,000 */
  value: string;
  /**
   * Change against the previous period, formatted for display; null without a previous value.
   * @example +12.5%
   */
  change: string | null;
  @ApiProperty({ enum: CARD_COLORS, enumName: 'CardColor' })
  color: CardColor;
}

export class AnalyticsMonth {
  /** Calendar month in the shop's time zone, limited to the period. @example 2026-03 */
  month: string;
  /** Whole naira, net of refunds. */
  revenue: number;
  /** New users. */
  users: number;
}

export class AnalyticsTypeUsage {
  @ApiProperty({ enum: PROXY_KINDS, enumName: 'ProxyKind' })
  type: ProxyKind;
  /** Proxies sold. */
  count: number;
  /** Percent of all proxies sold, one decimal. */
  percentage: number;
  /** Whole naira. */
  revenue: number;
}

export class AnalyticsCountry {
  /** Two letters, or `zz` for any. */
  country: string;
  /** Customers with an order in the country. */
  users: number;
  /** Whole naira. */
  revenue: number;
  /** Percent of all revenue, one decimal. */
  percentage: number;
}

export class AnalyticsRevenue {
  /** Whole naira, net of refunds. */
  total_revenue: number;
  total_orders: number;
  /**
   * Whole naira of the last 30 days, whatever the period, from customers who had bought in the 30 days before as
   * well.
   */
  monthly_recurring: number;
  /** Whole naira. */
  average_order: number;
}

export class AnalyticsPerformance {
  /** Milliseconds; null where nothing was measured. */
  avg_response_time: number | null;
  /** 95th percentile in milliseconds; null where nothing was measured. */
  p95_response_time: number | null;
  /** Percent of requests without a server error; null where nothing was measured. */
  success_rate: number | null;
  /** Percent of minutes since the first start in which the API ran; null where nothing was measured. */
  uptime: number | null;
  /** Gigabytes (1024³) through the gateway, two decimals. */
  bandwidth_usage: number;
  requests: number;
}

/** Everything is computed from orders, users, the gateway's meters and the platform's own clock. */
export class AnalyticsData {
  /** Days. */
  period: number;
  /** First day. @example 2026-03-01 */
  from: string;
  /** Last day, inclusive. @example 2026-03-31 */
  to: string;
  overview_stats: AnalyticsStat[];
  revenue_data: AnalyticsMonth[];
  proxy_type_usage: AnalyticsTypeUsage[];
  top_countries: AnalyticsCountry[];
  revenue_analytics: AnalyticsRevenue;
  performance_metrics: AnalyticsPerformance;
}
