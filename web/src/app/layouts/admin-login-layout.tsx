import { Outlet } from 'react-router-dom';
import { SkipLink } from '@/components/ui/skip-link';
import { ThemeSwitch } from '@/components/ui/theme-switch';
import { Brand } from '@/components/ui/brand';
import { paths } from '@/lib/paths';
import { useArea } from '@/theme/use-area';
import { AppProviders } from './app-providers';
import styles from './auth-layout.module.css';

export default function AdminLoginLayout() {
  useArea('admin');
  return (
    <AppProviders area="admin">
      <div className={styles.page}>
        <SkipLink />
        <header className={styles.header}>
          <Brand to={paths.landing} />
          <ThemeSwitch />
        </header>
        <main id="main" tabIndex={-1} className={styles.main}>
          <Outlet />
        </main>
      </div>
    </AppProviders>
  );
}
