import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import {
  IsIn,
  IsInt,
  IsISO8601,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { ToInteger, PlainText } from '../../../common/http/transforms';
import { PageQuery } from '../../../common/http/page-query.dto';
import { emptyFilterToUndefined } from '../../../common/http/search-query.dto';
import { DAY, UNUSABLE_DAY } from '../statement-period';
import { toStoredStatus, TRANSACTION_STATUSES, type TransactionStatus } from '../../wallet.types';

export class StatementQuery extends PageQuery {
  @ApiProperty({ enum: TRANSACTION_STATUSES, enumName: 'TransactionStatus', required: false })
  @IsOptional()
  @Transform((params) => toStoredStatus(emptyFilterToUndefined(params)))
  @IsIn(TRANSACTION_STATUSES)
  status?: TransactionStatus;

  /** Substring of the reference, the description or the type. */
  @IsOptional()
  @PlainText()
  @IsString()
  @MaxLength(100)
  search?: string;

  /** First day of the period, in Nigerian time; from the first transaction on when left out. @example 2026-03-01 */
  @IsOptional()
  @Matches(DAY, UNUSABLE_DAY)
  @IsISO8601({ strict: true }, UNUSABLE_DAY)
  from?: string;

  /** Last day, inclusive; up to now when left out. @example 2026-03-31 */
  @IsOptional()
  @Matches(DAY, UNUSABLE_DAY)
  @IsISO8601({ strict: true }, UNUSABLE_DAY)
  to?: string;
}

export class RecentQuery {
  /** Number of rows, 1 to 50. Defaults to 6. @example 6 */
  @IsOptional()
  @ToInteger()
  @IsInt()
  @Min(1)
  @Max(50)
  limit?: number;
}
