import { useSyncExternalStore } from 'react';
import { paths } from '@/lib/paths';
import { session } from './session';

/** Target and label of the Get Started link. */
export function useStartLink(): { to: string; label: string; signedIn: boolean } {
  const signedIn = useSyncExternalStore(session.subscribe, session.get) !== null;
  return signedIn
    ? { to: paths.dashboard, label: 'Dashboard', signedIn }
    : { to: paths.auth, label: 'Get Started', signedIn };
}
