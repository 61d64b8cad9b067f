import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min, MinLength } from 'class-validator';
import { PageQuery } from '../../../common/http/pagination.dto';
import { MAX_ID } from '../../../common/http/request.pipes';

const MAX_FILE = 180_000;

export class ImportPayoutFileDto {
  /**
   * Text of a CSV file with a line per transaction and a header with at least `Settlement Reference`,
   * `Settlement Date`, `Transaction Reference` and `Amount`. At most 180,000 characters.
   */
  @IsString({ message: 'Choose a CSV file' })
  @MinLength(1, { message: 'The file is empty' })
  @MaxLength(MAX_FILE, {
    message: 'The file is too large. Download a shorter period; at most 180 KB at once.',
  })
  content: string;
}

export const ITEM_FILTERS = ['all', 'unmatched'] as const;

export class ListPayoutItemsQuery extends PageQuery {
  /** Items of one payout. @example 12 */
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(MAX_ID)
  payout_id?: number;

  /** `unmatched`: only items without a match. Defaults to `all`. */
  @ApiProperty({ enum: ITEM_FILTERS, enumName: 'PayoutItemFilter', required: false })
  @IsOptional()
  @IsIn(ITEM_FILTERS)
  show?: (typeof ITEM_FILTERS)[number];
}
