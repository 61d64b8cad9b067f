import { Outlet } from 'react-router-dom';
import { useIsAdmin } from '@/api/use-is-admin';
import { ForbiddenPage } from './forbidden-page';

/** Screens that a sub-admin has no use of: the server would refuse every call they make. */
export function AdminOnly() {
  return useIsAdmin() ? <Outlet /> : <ForbiddenPage />;
}
