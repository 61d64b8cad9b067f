import { useSyncExternalStore } from 'react';
import { session } from './session';

/**
 * Whether the user is an admin rather than a sub-admin. For the UI only; the server enforces roles.
 */
export const useIsAdmin = (): boolean =>
  useSyncExternalStore(session.subscribe, session.get)?.user.role === 'admin';
