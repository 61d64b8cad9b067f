
export interface PaginationResponse {
  current_page: number;
  /**
   * Number of the first row on the page, from 1; null when empty.
   * @nullable
   */
  from: number | null;
  has_next_page: boolean;
  has_previous_page: boolean;
  /** At least 1, also when the list is empty. */
  last_page: number;
  per_page: number;
  /**
   * Number of the last row on the page; null when empty.
   * @nullable
   */
  to: number | null;
  /** Rows in the whole filtered list. */
  total: number;
  /** Present, and true, when `total` and `last_page` are estimates, which occurs in lists of the back office
with more than 50,000 rows. The rows and `has_next_page` are exact. `exact_total=true` counts. */
  total_is_estimate?: boolean;
}
