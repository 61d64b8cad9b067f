
export interface SessionResponse {
  /** When the session was created. */
  created_at: string;
  /** Whether this is the session of the call. */
  current: boolean;
  /** Absolute expiry, regardless of activity. */
  expires_at: string;
  id: string;
  /** IP address at sign-in. */
  ip: string;
  /** Last use, to the minute. */
  last_seen_at: string;
  /** User-Agent header; may be empty. */
  user_agent: string;
}
