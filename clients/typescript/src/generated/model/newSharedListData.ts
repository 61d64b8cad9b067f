
export interface NewSharedListData {
  created_at: string;
  /**
   * To the hour; null when it was never used.
   * @nullable
   */
  last_used_at: string | null;
  /** Shown once. */
  token: string;
  /** Takes the parameters of `GET /user/proxies/{id}/endpoints`. */
  url: string;
}
