export class SessionResponse {
  /** @example 019a9f0e-7c1a-7b52-9d3e-2f6c1a0b4d5e */
  id: string;
  /** IP address at sign-in. @example 203.0.113.7 */
  ip: string;
  /** User-Agent header; may be empty. */
  user_agent: string;
  /** When the session was created. */
  created_at: Date;
  /** Last use, to the minute. */
  last_seen_at: Date;
  /** Absolute expiry, regardless of activity. */
  expires_at: Date;
  /** Whether this is the session of the call. */
  current: boolean;
}
