
export interface TagCountResponse {
  /** Proxies that have it. */
  count: number;
  tag: string;
}
