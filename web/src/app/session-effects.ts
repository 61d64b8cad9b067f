import { session, TOKEN_KEY } from '@/api/session';
import { paths, signInPath } from '@/lib/paths';
import type { AppRouter } from './router';

/** When a session ends, here or in another tab, one navigation follows. */
export function followSession(router: AppRouter): void {
  session.onEnd((reason) => {
    const { pathname, search, hash } = router.state.location;
    const target = reason === 'logout' ? paths.landing : signInPath(pathname + search + hash);
    void router.navigate(target, { replace: reason === 'expired' });
  });
  window.addEventListener('storage', (event) => {
    if (event.key === TOKEN_KEY || event.key === null) session.reload();
  });
}
