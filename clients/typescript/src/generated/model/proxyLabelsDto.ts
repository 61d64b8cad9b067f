
export interface ProxyLabelsDto {
  /** Added to the tags. */
  add_tags?: string[];
  /**
   * At most 500 characters; null removes it. Left out, it stays.
   * @maxLength 500
   * @nullable
   */
  note?: string | null;
  /** Replaces the tags: at most ten of at most 32 characters; those that differ in case only are one. Left out, they
stay. */
  tags?: string[];
}
