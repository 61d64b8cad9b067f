import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import {
  AUDIT_CATEGORIES,
  AUDIT_SEVERITIES,
  type AuditCategory,
  type AuditSeverity,
} from '../../../audit/audit.types';
import { OptionalPlainText, ToInteger } from '../../../common/http/fields';
import { emptyFilterToUndefined } from '../../../common/http/pagination.dto';
import { ShopListQuery } from '../../paging/dto/shop-list.query.dto';

const DATE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(T[\d:.]{5,12}(Z|[+-]\d\d:\d\d))?$/;
const DATE_MESSAGE = { message: 'Enter a date such as 2026-03-31' };

/** Searches user, action, target, details and address, and finds a log by its id, also as `#12`. */
export class AuditFilterQuery extends ShopListQuery {
  @ApiProperty({ enum: AUDIT_CATEGORIES, enumName: 'AuditCategory', required: false })
  @IsOptional()
  @Transform(emptyFilterToUndefined)
  @IsIn(AUDIT_CATEGORIES)
  category?: AuditCategory;

  @ApiProperty({ enum: AUDIT_SEVERITIES, enumName: 'AuditSeverity', required: false })
  @IsOptional()
  @Transform(emptyFilterToUndefined)
  @IsIn(AUDIT_SEVERITIES)
  severity?: AuditSeverity;

  /** Substring of the action name. @example user.created */
  @IsOptional()
  @OptionalPlainText()
  @IsString()
  @MaxLength(100)
  action?: string;

  /** Id of the acting user. */
  @IsOptional()
  @Transform(({ value }) => (value === '' ? undefined : (value ?? undefined)))
  @ToInteger()
  @IsInt({ message: 'User id must be a number' })
  @Min(1, { message: 'User id must be a number' })
  @Max(2_147_483_647, { message: 'User id must be a number' })
  user_id?: number;

  /** First day, in the shop's time zone. @example 2026-03-01 */
  @IsOptional()
  @Transform(emptyFilterToUndefined)
  @Matches(DATE, DATE_MESSAGE)
  start_date?: string;

  /** Last day, inclusive. @example 2026-03-31 */
  @IsOptional()
  @Transform(emptyFilterToUndefined)
  @Matches(DATE, DATE_MESSAGE)
  end_date?: string;
}

export const AUDIT_EXPORT_FORMATS = ['csv', 'json'] as const;
export type AuditExportFormat = (typeof AUDIT_EXPORT_FORMATS)[number];

/** All rows that match the filters; paging is ignored. */
export class ExportAuditDto extends AuditFilterQuery {
  @ApiProperty({ enum: AUDIT_EXPORT_FORMATS, enumName: 'AuditExportFormat' })
  @IsIn(AUDIT_EXPORT_FORMATS, { message: 'The format must be csv or json' })
  format: AuditExportFormat;
}
