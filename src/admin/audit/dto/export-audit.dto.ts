import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { AuditFilterQuery } from './audit-filter.query.dto';

export const AUDIT_EXPORT_FORMATS = ['csv', 'json'] as const;
export type AuditExportFormat = (typeof AUDIT_EXPORT_FORMATS)[number];

/** All rows that match the filters; paging is ignored. */
export class ExportAuditDto extends AuditFilterQuery {
  @ApiProperty({ enum: AUDIT_EXPORT_FORMATS, enumName: 'AuditExportFormat' })
  @IsIn(AUDIT_EXPORT_FORMATS, { message: 'The format must be csv or json' })
  format: AuditExportFormat;
}
