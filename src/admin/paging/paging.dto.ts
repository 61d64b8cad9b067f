import { Transform } from 'class-transformer';
import { IsBoolean, IsOptional } from 'class-validator';
import { IsDay } from '../../common/http/fields';
import { SearchQuery } from '../../common/http/pagination.dto';

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

/** Query of a list over the whole shop, also by the days of its rows. */
export class DatedListQuery extends ShopListQuery {
  /** First day, in Nigerian time. @example 2026-03-01 */
  @IsDay()
  from?: string;

  /** Last day, inclusive. @example 2026-03-31 */
  @IsDay()
  to?: string;
}
