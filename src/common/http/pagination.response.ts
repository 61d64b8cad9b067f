/** Where a page stands in its list. */
export class PaginationResponse {
  /**
   * Rows in the whole filtered list. In the back office, the first response for more than 50,000
   * rows may contain an estimate.
   */
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
