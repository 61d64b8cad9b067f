import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { AnalyticsQuery } from './analytics.query.dto';

export const EXPORT_FORMATS = ['pdf', 'excel'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** `report_type` and `date_range` as in `GET /admin/analytics`; their synonyms are taken too. */
export class ExportAnalyticsDto extends AnalyticsQuery {
  @ApiProperty({ enum: EXPORT_FORMATS, enumName: 'AnalyticsExportFormat' })
  @IsIn(EXPORT_FORMATS, { message: 'The format must be pdf or excel' })
  format: ExportFormat;
}
