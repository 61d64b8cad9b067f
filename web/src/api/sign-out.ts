import { logout } from './generated/authentication';
import { session } from './session';

/**
 * Ends the session at once; revocation runs in the background, and a token that is not revoked
 * expires.
 */
export function signOut(): void {
  // Whoever sees the account of a customer has no session of that customer.
  if (!session.get()?.viewUntil) logout({ keepalive: true }).catch(() => undefined);
  session.logout();
}
