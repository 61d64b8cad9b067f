import type { SecurityReviewKind } from './securityReviewKind';

export interface SecurityReviewItem {
  created_at: string;
  /**
   * Email address of a member, events of a webhook, visible beginning of a key, or the key with which it was made.
   * @nullable
   */
  detail: string | null;
  id: string;
  kind: SecurityReviewKind;
  /**
   * Id of the API key with which it was made, which may be among the items; null with a sign-in.
   * @nullable
   */
  made_with: string | null;
  /**
   * Given when it concerns one proxy only.
   * @nullable
   */
  proxy_id: number | null;
  /** Name, address or URL. */
  title: string;
}
