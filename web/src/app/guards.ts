import { redirect, type LoaderFunctionArgs } from 'react-router-dom';
import { isStaff, session } from '@/api/session';
import { paths, signInPath } from '@/lib/paths';
import { safeRedirect } from '@/lib/redirect';

export const getRequestedPath = (request: Request): string => {
  const { pathname, search, hash } = new URL(request.url);
  return pathname + search + hash;
};

/** For usability only; the server enforces roles. */
export function requireCustomer({ request }: LoaderFunctionArgs): Response | null {
  const current = session.get();
  if (!current) return redirect(signInPath(getRequestedPath(request)));
  return isStaff(current.user) ? redirect(paths.adminDashboard) : null;
}

export function redirectSignedIn({ request }: LoaderFunctionArgs): Response | null {
  if (!session.get()) return null;
  return redirect(
    safeRedirect(new URL(request.url).searchParams.get('redirectTo'), paths.dashboard),
  );
}
