
export interface NextExpiryResponse {
  /** Whether it renews itself. */
  auto_renew: boolean;
  expires_at: string;
  proxy_id: number;
}
