import { Outlet, useLocation } from 'react-router-dom';
import { SkipLink } from '@/components/ui/skip-link';
import { paths } from '@/lib/paths';
import { SiteHeader } from './site-header';

/** Layout of the public pages, without antd because of the landing page's bundle budget. */
export default function SiteLayout() {
  const { pathname } = useLocation();
  return (
    <>
      <SkipLink />
      <SiteHeader sectionsHere={pathname === paths.landing} />
      <Outlet />
    </>
  );
}
