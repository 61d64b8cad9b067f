import { lazy, Suspense, useEffect, useState } from 'react';
import { registerReauthentication } from '@/api/reauthentication';
import { session, type SessionUser } from '@/api/session';
import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet, useLocation } from 'react-router-dom';
import { awaitFirstRequests, fillQueryCache } from '@/api/first-requests';
import { createQueryClient } from '@/api/query-client';
import { isAdminPath } from '@/lib/paths';
import { loadRules } from '@/theme/antd-theme';
import { AntdProvider } from '@/theme/antd-provider';
import { useArea } from '@/theme/use-area';

const ReauthenticationDialog = lazy(() => import('./reauthentication-dialog'));

/** Opens the dialog when an API call needs a recent sign-in. */
export function ReauthenticationHost() {
  const [request, setRequest] = useState<{ resolve: (isConfirmed: boolean) => void } | null>(null);
  useEffect(
    () => registerReauthentication(() => new Promise((resolve) => setRequest({ resolve }))),
    [],
  );
  useEffect(() => {
    if (!request) return;
    return session.onEnd(() => {
      request.resolve(false);
      setRequest(null);
    });
  }, [request]);
  if (!request) return null;
  return (
    <Suspense>
      <ReauthenticationDialog
        onClose={(isConfirmed) => {
          request.resolve(isConfirmed);
          setRequest(null);
        }}
      />
    </Suspense>
  );
}

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
  await Promise.all([awaitFirstRequests(), loadRules()]);
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
