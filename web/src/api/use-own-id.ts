import { useSyncExternalStore } from 'react';
import { session } from './session';

/** Id of the signed-in user, without a request. */
export const useOwnId = (): number | null =>
  useSyncExternalStore(session.subscribe, session.get)?.user.id ?? null;
