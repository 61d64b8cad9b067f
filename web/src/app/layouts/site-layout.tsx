import { Outlet, useLocation } from 'react-router-dom';
import { SkipLink } from '@/components/ui/skip-link';
import { paths } from '@/lib/paths';
import { SiteFooter } from './site-footer';
import styles from './site-footer.module.css';
import { SiteHeader } from './site-header';

/** Layout of the public pages, without antd because of the landing page's bundle budget. */
export default function SiteLayout() {
  const { pathname } = useLocation();
  return (
    <div className={styles.page}>
      <SkipLink />
      <SiteHeader sectionsHere={pathname === paths.landing} />
      <Outlet />
      <SiteFooter />
    </div>
  );
}
