
export interface ReviewDecisionDto {
  /** Ids of items that stay. */
  keep: string[];
  /** Ids of items that are removed. */
  remove: string[];
}
