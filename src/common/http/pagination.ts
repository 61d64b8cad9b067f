import type { PageQuery } from './page-query.dto';
import type { PaginationResponse } from './pagination.response';

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
