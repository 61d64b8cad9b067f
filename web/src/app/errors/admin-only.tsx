import { Outlet } from 'react-router-dom';
import { useIsAdmin } from '@/api/use-is-admin';
import { ForbiddenPage } from './forbidden-page';

/** Hides screens from sub-admins for which the server would refuse every call. */
export function AdminOnly() {
  return useIsAdmin() ? <Outlet /> : <ForbiddenPage />;
}
