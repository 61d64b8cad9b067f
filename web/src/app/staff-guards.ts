import { redirect, type LoaderFunctionArgs } from 'react-router-dom';
import { isStaff, session } from '@/api/session';
import { safeStaffRedirect } from '@/lib/admin-paths';
import { adminSignInPath, paths } from '@/lib/paths';
import { askedFor } from './guards';

export function requireStaff({ request }: LoaderFunctionArgs): Response | null {
  const current = session.get();
  if (!current) return redirect(adminSignInPath(askedFor(request)));
  return isStaff(current.user) ? null : redirect(paths.dashboard);
}

/** A customer may see the staff's door: behind it a staff account takes the session over. */
export function redirectSignedInStaff({ request }: LoaderFunctionArgs): Response | null {
  const current = session.get();
  if (!current || !isStaff(current.user)) return null;
  return redirect(safeStaffRedirect(new URL(request.url).searchParams.get('redirectTo')));
}
