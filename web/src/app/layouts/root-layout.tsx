import { Outlet, ScrollRestoration } from 'react-router-dom';
import { OfflineBanner, UpdateBanner } from '@/components/feedback/banners';
import { RouteAnnouncer } from './route-announcer';
import { useNewVersion } from './use-new-version';

export function RootLayout() {
  const newVersion = useNewVersion();
  return (
    <>
      <OfflineBanner />
      <UpdateBanner available={newVersion} />
      <Outlet />
      <RouteAnnouncer />
      <ScrollRestoration />
    </>
  );
}
