import { Transform, type TransformFnParams } from 'class-transformer';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { PageQuery } from '../../../common/http/page-query.dto';

/** For `@Transform`: a filter that is blank or `all` does not filter. */
export const emptyFilterToUndefined = ({ value }: TransformFnParams): unknown =>
  value === '' || value === 'all' ? undefined : value;

/** Pagination and search, as every list of the back office takes them. */
export class SearchQuery extends PageQuery {
  /**
   * Part of what the list says it searches; spaces around it are dropped. Up to 100 characters.
   * In a list of more than 50,000 rows the first 300 hits are counted, and one or two characters
   * are looked for at the beginning only.
   */
  @IsOptional()
  @Transform(({ value }) => (typeof value === 'string' ? value.trim() || undefined : value))
  @IsString()
  @MaxLength(100, { message: 'Search takes at most 100 characters' })
  search?: string;
}
