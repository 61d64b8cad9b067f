import type { QueryClient } from '@tanstack/react-query';
import { session, TOKEN_KEY } from '@/api/session';
import { paths, signInPath } from '@/lib/paths';
import type { AppRouter } from './router';

/** What follows when a session ends: nothing of it stays in memory, and one navigation happens. */
export function followSession(queryClient: QueryClient, router: AppRouter): void {
  session.onEnd((reason) => {
    const { pathname, search, hash } = router.state.location;
    const target = reason === 'logout' ? paths.landing : signInPath(pathname + search + hash);
    void queryClient.cancelQueries();
    void router.navigate(target, { replace: reason === 'expired' }).then(() => queryClient.clear());
  });
  window.addEventListener('storage', (event) => {
    if (event.key === TOKEN_KEY || event.key === null) session.reload();
  });
}
