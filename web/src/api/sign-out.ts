import { logout } from './generated/hooks/authentication/authentication';
import { session } from './session';

/** The person is out at once; the server is told on the way, and a token it cannot hear of expires by itself. */
export function signOut(): void {
  logout({ keepalive: true }).catch(() => undefined);
  session.logout();
}
