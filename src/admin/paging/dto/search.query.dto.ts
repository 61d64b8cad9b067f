import { Transform, type TransformFnParams } from 'class-transformer';
import { IsBoolean, IsOptional, IsString, MaxLength } from 'class-validator';
import { PageQuery } from '../../../common/http/page-query.dto';

/** For `@Transform`: a filter that is blank or `all` does not filter. */
export const emptyFilterToUndefined = ({ value }: TransformFnParams): unknown =>
  value === '' || value === 'all' ? undefined : value;

/** Pagination and search, as every list of the back office takes them. */
export class SearchQuery extends PageQuery {
  /** Substring of the fields that the list searches, trimmed, up to 100 characters. */
  @IsOptional()
  @Transform(({ value }) => (typeof value === 'string' ? value.trim() || undefined : value))
  @IsString()
  @MaxLength(100, { message: 'Search takes at most 100 characters' })
  search?: string;
}

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
