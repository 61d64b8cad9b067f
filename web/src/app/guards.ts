import { redirect, type LoaderFunctionArgs } from 'react-router-dom';
import { isStaff, session, type Session } from '@/api/session';
import { firstPasswordPath, newTicketPath, paths, signInPath } from '@/lib/paths';
import { safeRedirect } from '@/lib/redirect';

export const getRequestedPath = (request: Request): string => {
  const { pathname, search, hash } = new URL(request.url);
  return pathname + search + hash;
};

/** For usability only; the server enforces roles. */
export function requireCustomer({ request }: LoaderFunctionArgs): Response | null {
  const current = session.get();
  if (!current) return redirect(signInPath(getRequestedPath(request)));
  if (isStaff(current.user)) return redirect(paths.adminDashboard);
  return redirectToFirstPassword(current, request);
}

/** A password that staff gave is replaced before anything else opens. */
export const redirectToFirstPassword = ({ user }: Session, request: Request): Response | null =>
  user.must_change_password ? redirect(firstPasswordPath(getRequestedPath(request))) : null;

export function requireFirstPassword({ request }: LoaderFunctionArgs): Response | null {
  const current = session.get();
  if (!current) return redirect(paths.auth);
  if (current.user.must_change_password) return null;
  const home = isStaff(current.user) ? paths.adminDashboard : paths.dashboard;
  return redirect(safeRedirect(new URL(request.url).searchParams.get('redirectTo'), home));
}

/** A signed-in customer writes a ticket in place of the public form; a viewer of a team may not. */
export function redirectToTickets({ request }: LoaderFunctionArgs): Response | null {
  const user = session.get()?.user;
  if (!user || isStaff(user) || user.team?.role === 'viewer') return null;
  return redirect(newTicketPath({ reference: new URL(request.url).searchParams.get('reference') }));
}

export function redirectSignedIn({ request }: LoaderFunctionArgs): Response | null {
  if (!session.get()) return null;
  return redirect(
    safeRedirect(new URL(request.url).searchParams.get('redirectTo'), paths.dashboard),
  );
}
