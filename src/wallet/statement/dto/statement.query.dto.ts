import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { ToInteger } from '../../../common/http/transforms';
import { PageQuery } from '../../../common/http/page-query.dto';
import { TRANSACTION_STATUSES, type TransactionStatus } from '../../wallet.types';

export class StatementQuery extends PageQuery {
  @ApiProperty({ enum: TRANSACTION_STATUSES, enumName: 'TransactionStatus', required: false })
  @IsOptional()
  @Transform(({ value }) => (value === 'completed' ? 'successful' : value || undefined))
  @IsIn(TRANSACTION_STATUSES)
  status?: TransactionStatus;

  /** Substring of the reference, the description or the type. */
  @IsOptional()
  @IsString()
  @MaxLength(100)
  search?: string;
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
