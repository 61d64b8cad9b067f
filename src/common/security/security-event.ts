import type { ClientInfo, SessionActor } from './actor';

/**
 * Refusals that may belong to an attack. Logged as `security.<name>` and counted by name; never
 * rename one, since alerts of operators refer to them.
 */
export const SECURITY_EVENTS = [
  'access_denied',
  'rate_limited',
  'sign_in_failed',
  'password_rejected',
  'code_rejected',
  'key_rejected',
] as const;
export type SecurityEventName = (typeof SECURITY_EVENTS)[number];

export interface SecurityEvent {
  readonly name: SecurityEventName;
  /** Of the error. */
  readonly code: string;
  /** Method and route pattern, such as `POST /api/v1/admin/users`. */
  readonly route: string;
  readonly client: ClientInfo;
  /** The signed-in user, if any. */
  readonly actor?: SessionActor;
  /** Events of the same name and origin in the minute before, which were only counted. */
  readonly suppressed: number;
}
