import { Outlet } from 'react-router-dom';
import { Brand } from '@/components/ui/brand';
import { ThemeSwitch } from '@/components/ui/theme-switch';
import { AntdProvider } from '@/theme/antd-provider';
import { paths } from '@/lib/paths';
import styles from './auth-layout.module.css';

export default function AuthLayout() {
  return (
    <AntdProvider>
      <div className={styles.page}>
        <header className={styles.header}>
          <Brand to={paths.landing} />
          <ThemeSwitch />
        </header>
        <main id="main" tabIndex={-1} className={styles.main}>
          <Outlet />
        </main>
      </div>
    </AntdProvider>
  );
}
