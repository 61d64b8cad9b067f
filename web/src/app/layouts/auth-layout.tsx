import { Outlet } from 'react-router-dom';
import { Brand } from '@/components/ui/brand';
import { SkipLink } from '@/components/ui/skip-link';
import { ThemeSwitch } from '@/components/ui/theme-switch';
import { paths } from '@/lib/paths';
import styles from './auth-layout.module.css';
import { SessionEndBanner } from './session-end-banner';

export default function AuthLayout() {
  return (
    <div className={styles.page}>
      <SkipLink />
      <header className={styles.header}>
        <Brand to={paths.landing} />
        <ThemeSwitch />
      </header>
      <SessionEndBanner />
      <main id="main" tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
    </div>
  );
}
