import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsISO8601, IsOptional, Matches } from 'class-validator';
import { PROFIT_GROUPS, type ProfitGroup } from '../profit.types';

const DAY = /^[1-9]\d{3}-\d\d-\d\d$/;
const UNUSABLE_DAY = { message: 'Enter a date such as 2026-03-31' };

export class ProfitQuery {
  /** First day, in Nigerian time; 30 days up to `to` when it is left out. @example 2026-03-01 */
  @IsOptional()
  @Matches(DAY, UNUSABLE_DAY)
  @IsISO8601({ strict: true }, UNUSABLE_DAY)
  from?: string;

  /** Last day, inclusive; today when it is left out. @example 2026-03-31 */
  @IsOptional()
  @Matches(DAY, UNUSABLE_DAY)
  @IsISO8601({ strict: true }, UNUSABLE_DAY)
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
