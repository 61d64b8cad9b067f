import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { IsDay } from '../../common/http/fields';

export const PROFIT_GROUPS = ['day', 'kind', 'country', 'network', 'customer'] as const;
export type ProfitGroup = (typeof PROFIT_GROUPS)[number];

export class ProfitQuery {
  /** First day, in Nigerian time; 30 days up to `to` when it is left out. @example 2026-03-01 */
  @IsDay()
  from?: string;

  /** Last day, inclusive; today when it is left out. @example 2026-03-31 */
  @IsDay()
  to?: string;

  /** `day` when it is left out. */
  @ApiProperty({ enum: PROFIT_GROUPS, enumName: 'ProfitGroup', required: false })
  @IsOptional()
  @IsIn(PROFIT_GROUPS, { message: 'Group by day, kind, country, network or customer' })
  group_by?: ProfitGroup;
}

export const PROFIT_FORMATS = ['pdf', 'xlsx', 'csv'] as const;
export type ProfitFormat = (typeof PROFIT_FORMATS)[number];

export class ExportProfitDto extends ProfitQuery {
  @ApiProperty({ enum: PROFIT_FORMATS, enumName: 'ProfitExportFormat' })
  @IsIn(PROFIT_FORMATS, { message: 'The format must be pdf, xlsx or csv' })
  format: ProfitFormat;
}

/** Amounts are naira with kobo as decimals. */
export class ProfitTotals {
  /** Sales before refunds, on the day of the order. @example 125000 */
  revenue: number;
  /** Refunds of orders, on the day they were made. Revenue less refunds is the ledger's revenue. */
  refunds: number;
  /** What customers came to owe by chargebacks, less what they repaid; negative when more was repaid. */
  chargebacks: number;
  /** Revenue less refunds and chargebacks. */
  net_revenue: number;
  /** Traffic through networks and bought addresses, in naira at today's rate. @example 48210.55 */
  cost: number;
  /** Net revenue less cost. */
  margin: number;
  /** What the payment provider kept. Of a closed and archived month all is on its last day, without a customer. @example 1750.5 */
  fees: number;
  /** Coupons and rewards for invitations, less what was taken back. @example 5000 */
  bonuses: number;
  /** What staff added to payments and gave to customers. @example 1000 */
  goodwill: number;
  /** Margin less fees, bonuses and goodwill. */
  profit: number;
  /** Margin in percent of net revenue, one decimal; null without net revenue. @example 61.4 */
  margin_percent: number | null;
  /** Bytes through networks, as providers count them. */
  traffic_bytes: number;
  /** Bytes that customers were charged for; null where they are not counted by this group. */
  billed_bytes: number | null;
}

export class ProfitGroupRow extends ProfitTotals {
  /**
   * Day, kind, country (`zz` is any), id of the network or customer, `others` for the customers beyond a hundred; null for
   * what belongs to none.
   * @example 2026-03-01
   */
  key: string | null;
  /** Ready to be shown. @example 1 Mar 2026 */
  label: string;
}

export class ProfitData {
  /** First day. @example 2026-03-01 */
  from: string;
  /** Last day, inclusive. @example 2026-03-31 */
  to: string;
  @ApiProperty({ enum: PROFIT_GROUPS, enumName: 'ProfitGroup' })
  group_by: ProfitGroup;
  /** Days in order, others by revenue. */
  rows: ProfitGroupRow[];
  totals: ProfitTotals;
  /** Naira for a US dollar. @example 1600 */
  exchange_rate: number;
  /** Bought addresses in stock without a known price; their cost is missing. */
  unpriced_units: number;
}
