import { Type } from 'class-transformer';
import { IsInt, IsOptional, Max, Min } from 'class-validator';

/** Paging query shared by every list. */
export class PageQuery {
  /** Page number, from 1. @example 1 */
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  page?: number;

  /** Rows per page, 1 to 100. @example 15 */
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(100)
  per_page?: number;
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
}

export interface Page {
  readonly page: number;
  readonly perPage: number;
}

export interface Paged<T> {
  readonly rows: T[];
  readonly total: number;
  readonly page: Page;
}

export const pageOf = (query: PageQuery, defaultPerPage: number): Page => ({
  page: query.page ?? 1,
  perPage: query.per_page ?? defaultPerPage,
});

export const offsetOf = ({ page, perPage }: Page): number => (page - 1) * perPage;

export function toPagination({ rows, total, page }: Paged<unknown>): PaginationResponse {
  const last = Math.max(1, Math.ceil(total / page.perPage));
  const first = offsetOf(page) + 1;
  return {
    total,
    current_page: page.page,
    per_page: page.perPage,
    last_page: last,
    from: rows.length ? first : null,
    to: rows.length ? first + rows.length - 1 : null,
    has_previous_page: page.page > 1,
    has_next_page: page.page < last,
  };
}
