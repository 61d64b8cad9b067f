import { Outlet, useLocation } from 'react-router-dom';
import { useCanOpen } from '@/api/use-can';
import { ButtonLink } from '@/components/ui/button';
import { adminPaths } from '@/lib/admin-paths';
import { usePageTitle } from '@/lib/use-page-title';
import styles from './error-page.module.css';

function ForbiddenPage({ hasDashboard }: { hasDashboard: boolean }) {
  usePageTitle('Forbidden');
  return (
    <div className={styles.page}>
      <p className={styles.code}>403</p>
      <h1>Forbidden</h1>
      <p>Your role does not let you open this page. Ask an admin for access.</p>
      {hasDashboard && (
        <div className={styles.actions}>
          <ButtonLink look="primary" to={adminPaths.dashboard}>
            Back to Dashboard
          </ButtonLink>
        </div>
      )}
    </div>
  );
}

/** Hides screens for which the server would refuse every call of the viewer. */
export function PermittedScreen() {
  const canOpen = useCanOpen();
  const { pathname } = useLocation();
  if (canOpen(pathname)) return <Outlet />;
  return <ForbiddenPage hasDashboard={canOpen(adminPaths.dashboard)} />;
}
