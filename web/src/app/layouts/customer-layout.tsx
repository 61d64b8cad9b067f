import { useState } from 'react';
import { Outlet } from 'react-router-dom';
import { useSiteConfig } from '@/api/site-config';
import { SandboxBanner } from '@/components/feedback/banners';
import { Brand } from '@/components/ui/brand';
import { PlainButton } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { SideSheet } from '@/components/ui/side-sheet';
import { SkipLink } from '@/components/ui/skip-link';
import { paths } from '@/lib/paths';
import styles from './customer-layout.module.css';
import { BarBalance, CustomerSidebar } from './customer-sidebar';
import { useCurrentUser } from '@/api/use-current-user';

export default function CustomerLayout() {
  const [menuOpen, setMenuOpen] = useState(false);
  const user = useCurrentUser();
  const sandbox = useSiteConfig()?.sandbox;
  if (!user) return null;
  return (
    <>
      <SkipLink />
      <div className={styles.frame}>
        <aside className={styles.side}>
          <CustomerSidebar user={user} />
        </aside>
        <header className={styles.bar}>
          <PlainButton look="quiet" icon aria-label="Open menu" onClick={() => setMenuOpen(true)}>
            <Icon name="menu" size={20} />
          </PlainButton>
          <Brand to={paths.dashboard} />
          <BarBalance balance={user.wallet_balance} />
        </header>
        <SideSheet open={menuOpen} onClose={() => setMenuOpen(false)} label="Menu">
          {menuOpen && <CustomerSidebar user={user} onNavigate={() => setMenuOpen(false)} />}
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
