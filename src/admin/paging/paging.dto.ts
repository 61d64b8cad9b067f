import { Transform } from 'class-transformer';
import { IsBoolean, IsOptional } from 'class-validator';
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
