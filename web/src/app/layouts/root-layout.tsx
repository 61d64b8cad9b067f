import { useEffect } from 'react';
import { Outlet, ScrollRestoration } from 'react-router-dom';
import { useAuthConfig } from '@/api/generated/auth/auth';
import { OfflineBanner, UpdateBanner } from '@/components/feedback/banners';
import { Toaster } from '@/components/feedback/toaster';
import { setSiteName } from '@/lib/site-name';
import { RouteAnnouncer } from './route-announcer';
import { useNewVersion } from './use-new-version';

export function RootLayout() {
  const siteName = useAuthConfig({ query: { staleTime: Infinity, meta: { quiet: true } } }).data?.data.site_name;
  const newVersion = useNewVersion();

  useEffect(() => {
    if (siteName) setSiteName(siteName);
  }, [siteName]);

  return (
    <>
      <OfflineBanner />
      <UpdateBanner available={newVersion} />
      <Outlet />
      <Toaster />
      <RouteAnnouncer />
      <ScrollRestoration />
    </>
  );
}
