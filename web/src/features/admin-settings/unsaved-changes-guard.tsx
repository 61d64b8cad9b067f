import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { session } from '@/api/session';
import { PlainButton } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import parts from '@/components/ui/dialog-parts.module.css';

/** Asks before changes are lost, inside the app and when the tab is closed. An ended session is not held up. */
export function UnsavedChangesGuard({ isDirty }: { isDirty: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && session.get() !== null && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (!isDirty) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);

  if (blocker.state !== 'blocked') return null;
  return (
    <Dialog title="Leave without saving?" width={420} onClose={() => blocker.reset()}>
      <p>Your changes to the settings are not saved. They are lost when you leave this page.</p>
      <div className={parts.actions}>
        <PlainButton autoFocus onClick={() => blocker.reset()}>
          Stay
        </PlainButton>
        <PlainButton look="danger" onClick={() => blocker.proceed()}>
          Leave
        </PlainButton>
      </div>
    </Dialog>
  );
}
