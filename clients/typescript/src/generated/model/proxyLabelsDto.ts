
export interface ProxyLabelsDto {
  /**
   * At most 500 characters; null or left out removes it.
   * @maxLength 500
   * @nullable
   */
  note?: string | null;
  /** At most ten of at most 32 characters; those that differ in case only are one. */
  tags: string[];
}
