import type { TransformFnParams } from 'class-transformer';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { PageQuery } from './page-query.dto';
import { OptionalPlainText } from './transforms';

/** For `@Transform`: a filter that is blank or `all` does not filter. */
export const emptyFilterToUndefined = ({ value }: TransformFnParams): unknown =>
  value === '' || value === 'all' ? undefined : value;

/** Pagination and search, as every list of the back office takes them. */
export class SearchQuery extends PageQuery {
  /** Substring of the fields that the list searches, trimmed, up to 100 characters. */
  @IsOptional()
  @OptionalPlainText()
  @IsString()
  @MaxLength(100, { message: 'Search takes at most 100 characters' })
  search?: string;
}
