import type { QueryClient } from '@tanstack/react-query';
import { redirect, type LoaderFunctionArgs } from 'react-router-dom';
import { getUserInfoQueryOptions } from '@/api/generated/user/user';
import { session } from '@/api/session';
import { safeRedirect } from '@/lib/redirect';
import { paths, signInPath } from '@/lib/paths';

const STAFF = ['admin', 'sub-admin'];

/** A convenience for people; what a role may see is decided by the server. */
export const requireCustomer =
  (queryClient: QueryClient) =>
  ({ request }: LoaderFunctionArgs): Response | null => {
    const current = session.get();
    if (!current) {
      const { pathname, search, hash } = new URL(request.url);
      return redirect(signInPath(pathname + search + hash));
    }
    if (STAFF.includes(current.user.role)) return redirect(paths.adminDashboard);
    void queryClient.prefetchQuery(getUserInfoQueryOptions());
    return null;
  };

export function redirectSignedIn({ request }: LoaderFunctionArgs): Response | null {
  if (!session.get()) return null;
  return redirect(safeRedirect(new URL(request.url).searchParams.get('redirectTo'), paths.dashboard));
}
