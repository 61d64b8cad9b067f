import { Outlet, useLocation } from 'react-router-dom';
import { SkipLink } from '@/components/ui/skip-link';
import { paths } from '@/lib/paths';
import { SiteHeader } from './site-header';

/** Around the pages that are open to everybody; without antd, which the landing page has no room for. */
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
