import { lazy } from 'react';
import { Link } from 'react-router-dom';
import { useCurrentUser } from '@/api/use-current-user';
import { adminPaths } from '@/lib/admin-paths';
import { AppShell, preloadSidebar } from './app-shell';
import { SearchButton } from '@/features/admin-search/search-button';
import { ScreenTabs } from './screen-tabs';
import styles from './app-shell.module.css';

const loadSidebar = () => import('./admin-sidebar');
const Sidebar = lazy(loadSidebar);
/** The page waits for it, so that both appear at once. */
export const sidebarLoaded = preloadSidebar(loadSidebar);

export default function AdminLayout() {
  const user = useCurrentUser();
  if (!user) return null;
  return (
    <AppShell
      area="admin"
      Sidebar={Sidebar}
      loadSidebar={loadSidebar}
      tabs={<ScreenTabs />}
      bar={
        <>
          <Link to={adminPaths.dashboard} className={styles.title}>
            Admin Panel
          </Link>
          <SearchButton compact />
        </>
      }
    />
  );
}
