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
