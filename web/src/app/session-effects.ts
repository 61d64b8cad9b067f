import { endNotice, session, TOKEN_KEY } from '@/api/session';
import { adminSignInPath, isAdminPath, paths, signInPath, viewedUserPath } from '@/lib/paths';
import { onBfcacheRestore } from '@/lib/bfcache';
import { messageQueue } from '@/lib/message-queue';
import type { AppRouter } from './router';

const ENDED = 'Your session has ended. Please sign in again.';

/** Navigates once when a session ends, in this or another tab. @returns unsubscribes */
export function redirectOnSessionEnd(router: AppRouter): () => void {
  let isLeadingToSetup = false;
  const unsubscribe = session.onEnd((end) => {
    if (end.reason === 'replaced') return;
    if (end.reason === 'viewed') {
      messageQueue.info('You no longer see the shop as the customer.');
      void router.navigate(viewedUserPath(end.userId), { replace: true });
      return;
    }
    if (end.reason === 'logout') {
      void router.navigate(paths.landing);
      return;
    }
    const { pathname, search, hash } = router.state.location;
    if (!endNotice.get()) messageQueue.error(end.message || ENDED);
    const signIn = isAdminPath(pathname) ? adminSignInPath : signInPath;
    void router.navigate(signIn(pathname + search + hash), { replace: true });
  });
  const unsubscribeSetup = session.onTwoFactorRequired((message) => {
    // Several calls of a screen are refused at once.
    if (isLeadingToSetup) return;
    const { pathname } = router.state.navigation.location ?? router.state.location;
    if (pathname === paths.adminSecurity) return;
    isLeadingToSetup = true;
    messageQueue.info(message);
    void router.navigate(paths.adminSecurity, { replace: true }).finally(() => {
      isLeadingToSetup = false;
    });
  });
  const onStorage = (event: StorageEvent): void => {
    if (event.key === TOKEN_KEY || event.key === null) session.syncFromStorage();
  };
  window.addEventListener('storage', onStorage);
  const removeRestoreListener = onBfcacheRestore(() => session.syncFromStorage());
  return () => {
    unsubscribe();
    unsubscribeSetup();
    removeRestoreListener();
    window.removeEventListener('storage', onStorage);
  };
}
