import { useSyncExternalStore } from 'react';
import { session } from './session';

/** Full privilege; a sub-admin has less. The server decides by itself, this only spares dead ends. */
export const useIsAdmin = (): boolean =>
  useSyncExternalStore(session.subscribe, session.get)?.user.role === 'admin';
