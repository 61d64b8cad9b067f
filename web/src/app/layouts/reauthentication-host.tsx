import { lazy, Suspense, useEffect, useState } from 'react';
import { registerReauthentication } from '@/api/reauthentication';
import { session } from '@/api/session';

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
