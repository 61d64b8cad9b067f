import { paths } from '@/lib/paths';
import { useStore } from '@/lib/store';
import { session } from './session';

export function useStartLink(): { to: string; label: string; signedIn: boolean } {
  const signedIn = useStore(session) !== null;
  return signedIn
    ? { to: paths.dashboard, label: 'Dashboard', signedIn }
    : { to: paths.auth, label: 'Get Started', signedIn };
}
