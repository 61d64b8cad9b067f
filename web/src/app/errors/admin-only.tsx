import { ButtonLink } from '@/components/ui/button';
import { adminPaths } from '@/lib/admin-paths';
import { usePageTitle } from '@/lib/use-page-title';
import styles from './error-page.module.css';
import { Outlet } from 'react-router-dom';
import { useIsAdmin } from '@/api/use-is-admin';

export function ForbiddenPage() {
  usePageTitle('Forbidden');
  return (
    <div className={styles.page}>
      <p className={styles.code}>403</p>
      <h1>Forbidden</h1>
      <p>
        Only an admin can open this page, and you are signed in as a sub-admin. Ask an admin for
        access.
      </p>
      <div className={styles.actions}>
        <ButtonLink look="primary" to={adminPaths.dashboard}>
          Back to Dashboard
        </ButtonLink>
      </div>
    </div>
  );
}

/** Hides screens from sub-admins for which the server would refuse every call. */
export function AdminOnly() {
  return useIsAdmin() ? <Outlet /> : <ForbiddenPage />;
}
