import type { ChainReport } from '../../audit/audit-chain.service';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import {
  AUDIT_CATEGORIES,
  AUDIT_SEVERITIES,
  type AuditCategory,
  type AuditSeverity,
} from '../../audit/audit.types';
import { OptionalPlainText, ToInteger } from '../../common/http/fields';
import { emptyFilterToUndefined, PaginationResponse } from '../../common/http/pagination.dto';
import { ShopListQuery } from '../paging/paging.dto';

export class AuditChainData {
  /** Whether every link matches and no row is missing. */
  intact: boolean;
  /** Number of verified links. */
  checked: number;
  /** Id of the first row that breaks the chain; null when the chain is intact. */
  broken_at: number | null;
  /** Overdue rows that are not in the chain yet. */
  unchained: number;
  /** Hash of the last link, in hex. Store it elsewhere to detect a rewritten chain. */
  head: string;
}

export const toAuditChain = (report: ChainReport): AuditChainData => ({
  intact: report.intact,
  checked: report.checked,
  broken_at: report.brokenAt === null ? null : Number(report.brokenAt),
  unchained: report.unchained,
  head: report.head,
});

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

  /** Id of a user: only what that user did, and what was done to the account. */
  @IsOptional()
  @Transform(emptyFilterToUndefined)
  @ToInteger()
  @IsInt({ message: 'User id must be a number' })
  @Min(1, { message: 'User id must be a number' })
  @Max(2_147_483_647, { message: 'User id must be a number' })
  about_user?: number;

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

export class AuditChanges {
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true })
  before: Record<string, unknown> | null;
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true })
  after: Record<string, unknown> | null;
}

export class AuditLogResponse {
  /** Ascending with time. @example 1042 */
  id: number;
  timestamp: Date;
  /** Null when the platform acted or no user was signed in. */
  user_id: number | null;
  /** Name at the time of the action, or `system`. */
  user: string;
  /** `admin`, `sub-admin`, `user` or `system`. */
  userRole: string;
  /** @example user.created */
  action: string;
  @ApiProperty({ enum: AUDIT_CATEGORIES, enumName: 'AuditCategory' })
  category: AuditCategory;
  /** @example user:12 */
  target: string;
  details: string;
  ipAddress: string;
  userAgent: string;
  @ApiProperty({ enum: AUDIT_SEVERITIES, enumName: 'AuditSeverity' })
  severity: AuditSeverity;
  /** Changed fields with their values before and after; null where nothing changed. */
  changes: AuditChanges | null;
}

/** Over everything the viewer may see, whatever the filters. */
export class AuditStatistics {
  total_logs: number;
  /** Null for a sub-admin. */
  high_severity: number | null;
  todays_activity: number;
  /** Entries of staff. */
  admin_actions: number;
}

export class AuditLogListData {
  logs: AuditLogResponse[];
  statistics: AuditStatistics;
  pagination: PaginationResponse;
}
