import { useCallback } from 'react';
import { logout } from '@/api/generated/hooks/authentication/authentication';
import { session } from '@/api/session';

/** The person is out at once; the server is told on the way, and a token it cannot hear of expires by itself. */
export function useLogout(): () => void {
  return useCallback(() => {
    logout({ keepalive: true }).catch(() => undefined);
    session.logout();
  }, []);
}
