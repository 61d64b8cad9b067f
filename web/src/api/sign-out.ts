import { logout } from './generated/hooks/authentication/authentication';
import { session } from './session';

/** Ends the session at once; the server request runs in the background, and an unrevoked token expires. */
export function signOut(): void {
  logout({ keepalive: true }).catch(() => undefined);
  session.logout();
}
