import { session, TOKEN_KEY } from '@/api/session';
import { adminSignInPath, isAdminPath, paths, signInPath } from '@/lib/paths';
import { onBfcacheRestore } from '@/lib/bfcache';
import { messageQueue } from '@/lib/message-queue';
import type { AppRouter } from './router';

const ENDED = 'Your session has ended. Please sign in again.';

/** When a session ends, here or in another tab, one navigation follows. @returns a way to stop following. */
export function followSession(router: AppRouter): () => void {
  const forget = session.onEnd((ending) => {
    if (ending.reason === 'replaced') return;
    if (ending.reason === 'logout') {
      void router.navigate(paths.landing);
      return;
    }
    const { pathname, search, hash } = router.state.location;
    messageQueue.error(ending.message || ENDED);
    const signIn = isAdminPath(pathname) ? adminSignInPath : signInPath;
    void router.navigate(signIn(pathname + search + hash), { replace: true });
  });
  const hear = (event: StorageEvent): void => {
    if (event.key === TOKEN_KEY || event.key === null) session.reload();
  };
  window.addEventListener('storage', hear);
  const forgetReturn = onBfcacheRestore(() => session.reload());
  return () => {
    forget();
    forgetReturn();
    window.removeEventListener('storage', hear);
  };
}
