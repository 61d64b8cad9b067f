
export interface SharedListData {
  created_at: string;
  /**
   * To the hour; null when it was never used.
   * @nullable
   */
  last_used_at: string | null;
}
