import { redirect, type LoaderFunctionArgs } from 'react-router-dom';
import { isStaff, session } from '@/api/session';
import { safeStaffRedirect } from '@/lib/admin-paths';
import { adminSignInPath, paths } from '@/lib/paths';
import { getRequestedPath, redirectToFirstPassword } from './guards';

export function requireStaff({ request }: LoaderFunctionArgs): Response | null {
  const current = session.get();
  if (!current) return redirect(adminSignInPath(getRequestedPath(request)));
  if (!isStaff(current.user)) return redirect(paths.dashboard);
  return redirectToFirstPassword(current, request);
}

/** A signed-in customer goes to the customer area, as from every page of the admin area. */
export function redirectSignedInStaff({ request }: LoaderFunctionArgs): Response | null {
  const current = session.get();
  if (!current) return null;
  if (!isStaff(current.user)) return redirect(paths.dashboard);
  return redirect(safeStaffRedirect(new URL(request.url).searchParams.get('redirectTo')));
}
