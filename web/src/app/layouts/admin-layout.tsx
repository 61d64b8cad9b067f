import { useState } from 'react';
import { Link, Outlet } from 'react-router-dom';
import { useSiteConfig } from '@/api/site-config';
import { useCurrentUser } from '@/api/use-current-user';
import { SandboxBanner } from '@/components/feedback/banners';
import { PlainButton } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { SideSheet } from '@/components/ui/side-sheet';
import { SkipLink } from '@/components/ui/skip-link';
import styles from './admin-layout.module.css';
import { AdminSidebar } from './admin-sidebar';
import { adminPaths } from '@/lib/admin-paths';

export default function AdminLayout() {
  const [menuOpen, setMenuOpen] = useState(false);
  const user = useCurrentUser();
  const sandbox = useSiteConfig()?.sandbox;
  if (!user) return null;
  return (
    <>
      <SkipLink />
      <div className={styles.frame}>
        <aside className={styles.side}>
          <AdminSidebar user={user} />
        </aside>
        <header className={styles.bar}>
          <PlainButton
            look="quiet"
            icon
            className={styles.menu}
            aria-label="Open menu"
            onClick={() => setMenuOpen(true)}
          >
            <Icon name="menu" size={20} />
          </PlainButton>
          <Link to={adminPaths.dashboard} className={styles.title}>
            Admin Panel
          </Link>
        </header>
        <SideSheet open={menuOpen} onClose={() => setMenuOpen(false)} label="Menu">
          {menuOpen && <AdminSidebar user={user} onNavigate={() => setMenuOpen(false)} />}
        </SideSheet>
        {sandbox && (
          <div className={styles.notice}>
            <SandboxBanner />
          </div>
        )}
        <main id="main" tabIndex={-1} className={styles.main}>
          <div className={styles.inner}>
            <Outlet />
          </div>
        </main>
      </div>
    </>
  );
}
