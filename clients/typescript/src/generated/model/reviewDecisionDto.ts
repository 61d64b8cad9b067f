
export interface ReviewDecisionDto {
  /** Ids of items that stay. */
  keep: string[];
  /**
   * How many items are in neither list, all of which stay. Left out, no other item is kept.
   * @minimum 0
   * @maximum 2147483647
   */
  keep_rest?: number;
  /** Ids of items that are removed. */
  remove: string[];
}
