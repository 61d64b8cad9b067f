import type { SessionActor } from '../../common/security/actor';
import { MINUTE } from '../../common/time/clock';
import { reauthenticationRequired } from '../auth.errors';

/** How long after a sign-in a session may do what needs one. */
export const RECENT = 15 * MINUTE;

/**
 * For actions that a stolen token must not be enough for.
 * @throws DomainError forbidden REAUTHENTICATION_REQUIRED when the sign-in is too long ago.
 */
export function assertRecentlyAuthenticated(
  { authenticatedAt }: Pick<SessionActor, 'authenticatedAt'>,
  now: Date,
): void {
  if (now.getTime() - authenticatedAt.getTime() >= RECENT) throw reauthenticationRequired();
}
