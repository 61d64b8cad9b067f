import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { awaitFirstRequests, fillQueryCache } from '@/api/first-requests';
import { createQueryClient } from '@/api/query-client';
import { session, type SessionUser } from '@/api/session';
import { isAdminPath } from '@/lib/paths';
import { AntdProvider } from '@/theme/antd-provider';
import { useArea } from '@/theme/use-area';
import { ReauthenticationHost } from './reauthentication-host';

// Loaded after the screen: no message is shown before it, and the sign-in pages have no bundle
// budget for it.
const MessageHost = lazy(() => import('@/components/feedback/message-host'));

const queryClient = createQueryClient();

// Cached data of one session must not reach the next.
session.onEnd(() => {
  void queryClient.cancelQueries();
  queryClient.clear();
});

const teamOf = ({ team = null }: SessionUser): string => JSON.stringify(team);

let shown = session.get()?.user;
session.subscribe(() => {
  const before = shown;
  shown = session.get()?.user;
  // The same person acts on another account from here on: all loaded data is of the one before.
  if (before && before.id === shown?.id && teamOf(before) !== teamOf(shown))
    void queryClient.resetQueries();
});

/** At the first page of a visit, whose HTML has requested its data. */
export async function loader(): Promise<null> {
  await awaitFirstRequests();
  fillQueryCache(queryClient);
  return null;
}

/** Query cache, Ant Design and messages, above every layout but those of the public pages. */
export default function AppProviders() {
  const area = isAdminPath(useLocation().pathname) ? 'admin' : 'customer';
  useArea(area);
  return (
    <QueryClientProvider client={queryClient}>
      <AntdProvider area={area}>
        <Outlet />
        <ReauthenticationHost />
        <Suspense>
          <MessageHost />
        </Suspense>
      </AntdProvider>
    </QueryClientProvider>
  );
}
