import { ApiProperty } from '@nestjs/swagger';
import { Transform, type TransformFnParams } from 'class-transformer';
import { IsIn, IsOptional } from 'class-validator';
import {
  ANALYTICS_PERIODS,
  ANALYTICS_TABS,
  type AnalyticsPeriod,
  type AnalyticsTab,
} from '../analytics.types';

/** Accepts 30, "30" and "30d". */
export const toDays = ({ value }: TransformFnParams): unknown => {
  const days = /^(\d{1,3})d?$/.exec(String(value))?.[1];
  return value === '' ? undefined : days === undefined ? value : Number(days);
};

export const blankToUndefined = ({ value }: TransformFnParams): unknown =>
  value === '' ? undefined : value;

const PERIOD = { message: 'The period must be 7, 30, 90 or 365 days' };
const TAB = { message: 'The report must be overview, proxy-usage, revenue or performance' };

export class AnalyticsQuery {
  /** Length of the period in days. Defaults to 30. */
  @ApiProperty({ enum: ANALYTICS_PERIODS, required: false, type: Number })
  @IsOptional()
  @Transform(toDays)
  @IsIn(ANALYTICS_PERIODS, PERIOD)
  period?: AnalyticsPeriod;

  /** The tab of the screen. The response contains all figures regardless. */
  @ApiProperty({ enum: ANALYTICS_TABS, enumName: 'AnalyticsTab', required: false })
  @IsOptional()
  @Transform(blankToUndefined)
  @IsIn(ANALYTICS_TABS, TAB)
  tab?: AnalyticsTab;

  /** Synonym of `period`; also accepts `30d`. @example 30 */
  @ApiProperty({ enum: ANALYTICS_PERIODS, required: false, type: Number })
  @IsOptional()
  @Transform(toDays)
  @IsIn(ANALYTICS_PERIODS, PERIOD)
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
