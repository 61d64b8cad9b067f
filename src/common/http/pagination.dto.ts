import { IsInt, IsOptional, Max, Min, IsString, MaxLength } from 'class-validator';
import { ToInteger, OptionalPlainText } from './fields';
import type { TransformFnParams } from 'class-transformer';

/** Paging query shared by every list. */
export class PageQuery {
  /** Page number, from 1. @example 1 */
  @IsOptional()
  @ToInteger()
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  page?: number;

  /** Rows per page, 1 to 100. @example 15 */
  @IsOptional()
  @ToInteger()
  @IsInt()
  @Min(1)
  @Max(100)
  per_page?: number;
}

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

/** Where a page stands in its list. */
export class PaginationResponse {
  /** Rows in the whole filtered list. */
  total: number;
  current_page: number;
  per_page: number;
  /** At least 1, also when the list is empty. */
  last_page: number;
  /** Number of the first row on the page, from 1; null when empty. */
  from: number | null;
  /** Number of the last row on the page; null when empty. */
  to: number | null;
  has_previous_page: boolean;
  has_next_page: boolean;
  /**
   * Present, and true, when `total` and `last_page` are estimates, which occurs in lists of the back office
   * with more than 50,000 rows. The rows and `has_next_page` are exact. `exact_total=true` counts.
   */
  total_is_estimate?: boolean;
}

export interface Page {
  readonly page: number;
  readonly perPage: number;
}

export interface Paged<T> {
  readonly rows: T[];
  readonly total: number;
  /** Whether the total is an estimate; false when it is left out. */
  readonly isEstimate?: boolean;
  readonly page: Page;
}

export const toPage = (query: PageQuery, defaultPerPage: number): Page => ({
  page: query.page ?? 1,
  perPage: query.per_page ?? defaultPerPage,
});

export const toOffset = ({ page, perPage }: Page): number => (page - 1) * perPage;

export function toPagination({
  rows,
  total,
  isEstimate,
  page,
}: Paged<unknown>): PaginationResponse {
  const last = Math.max(1, Math.ceil(total / page.perPage));
  const first = toOffset(page) + 1;
  return {
    total,
    current_page: page.page,
    per_page: page.perPage,
    last_page: last,
    from: rows.length ? first : null,
    to: rows.length ? first + rows.length - 1 : null,
    has_previous_page: page.page > 1,
    has_next_page: page.page < last,
    ...(isEstimate && { total_is_estimate: true }),
  };
}
