import { lazy } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useCan } from '@/api/use-can';
import { useCurrentUser } from '@/api/use-current-user';
import { adminPaths } from '@/lib/admin-paths';
import { AppShell, preloadSidebar } from './app-shell';
import { SearchButton } from '@/features/admin-search/search-button';
import styles from './app-shell.module.css';
import { MaintenanceBanner } from './maintenance-banner';
import { isAt, useAdminNavigation } from './admin-navigation';

/** On a phone the tabs scroll sideways. */
const reveal = (tab: HTMLElement | null) =>
  tab?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });

/** The screens of one entry of the navigation, above each of them. */
function ScreenTabs() {
  const { pathname } = useLocation();
  const entry = useAdminNavigation()
    .flatMap(({ entries }) => entries)
    .find(({ isOpen }) => isOpen);
  if (!entry || entry.screens.length < 2) return null;
  return (
    <nav aria-label={entry.label} className={styles.tabs}>
      {entry.screens.map((screen) => {
        const isCurrent = isAt(pathname, screen);
        return (
          <Link
            key={screen.to}
            to={screen.to}
            aria-current={isCurrent ? 'page' : undefined}
            ref={isCurrent ? reveal : undefined}
          >
            {screen.label}
          </Link>
        );
      })}
    </nav>
  );
}

const loadSidebar = () => import('./admin-sidebar');
const Sidebar = lazy(loadSidebar);
/** The page waits for it, so that both appear at once. */
export const sidebarLoaded = preloadSidebar(loadSidebar);

export default function AdminLayout() {
  const user = useCurrentUser();
  const can = useCan();
  if (!user) return null;
  return (
    <AppShell
      area="admin"
      Sidebar={Sidebar}
      loadSidebar={loadSidebar}
      notice={
        <MaintenanceBanner
          text="Maintenance is on: customers cannot buy."
          action={can('settings.manage') && <Link to={adminPaths.maintenance}>Change</Link>}
        />
      }
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
