import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { IsDay, ToInteger } from '../../common/http/fields';
import { emptyFilterToUndefined, SearchQuery } from '../../common/http/pagination.dto';

/** Query of a list over the whole shop. */
export class ShopListQuery extends SearchQuery {
  /**
   * Count the rows of a list that is too long to be counted on every request. Takes up to a few seconds
   * for the first time. Without it such a total may be an estimate; see `total_is_estimate`.
   */
  @IsOptional()
  @Transform(({ value }) => (value === 'true' ? true : value === 'false' ? false : value))
  @IsBoolean()
  exact_total?: boolean;
}

/** A minus sorts downwards. */
export const LIST_SORTS = ['-created_at', 'created_at', '-amount', 'amount'] as const;
export type ListSort = (typeof LIST_SORTS)[number];

const WHOLE_NAIRA = { message: 'Enter an amount in whole naira' };
const MAX_NAIRA = 1_000_000_000_000;

const IsAmount = () =>
  applyDecorators(
    IsOptional(),
    Transform(emptyFilterToUndefined),
    ToInteger(),
    IsInt(WHOLE_NAIRA),
    Min(0, WHOLE_NAIRA),
    Max(MAX_NAIRA, WHOLE_NAIRA),
  );

/** Also by the days of its rows, and by amounts, which need access to amounts. */
export class RangeListQuery extends ShopListQuery {
  /** First day, in Nigerian time. @example 2026-03-01 */
  @IsDay()
  from?: string;

  /** Last day, inclusive. @example 2026-03-31 */
  @IsDay()
  to?: string;

  /** Lowest amount in whole naira. @example 1000 */
  @IsAmount()
  amount_min?: number;

  /** Highest amount in whole naira. @example 50000 */
  @IsAmount()
  amount_max?: number;
}

/** One that is sorted by amount, too. */
export class SortedListQuery extends RangeListQuery {
  /** Newest first when it is left out. A minus sorts downwards. */
  @ApiProperty({ enum: LIST_SORTS, enumName: 'ListSort', required: false })
  @IsOptional()
  @Transform(emptyFilterToUndefined)
  @IsIn(LIST_SORTS)
  sort?: ListSort;
}
