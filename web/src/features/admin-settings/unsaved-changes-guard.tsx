import { Button, Flex } from 'antd';
import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { session } from '@/api/session';
import { Dialog } from '@/components/ui/dialog';

/**
 * Asks before unsaved changes are lost, on navigation and when the tab is closed. An expired
 * session navigates without asking.
 */
export function UnsavedChangesGuard({ isDirty }: { isDirty: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && session.get() !== null && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (!isDirty) return undefined;
    const preventUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', preventUnload);
    return () => window.removeEventListener('beforeunload', preventUnload);
  }, [isDirty]);

  if (blocker.state !== 'blocked') return null;
  return (
    <Dialog
      title="Leave without saving?"
      width={420}
      onClose={() => blocker.reset()}
      footer={
        <Flex justify="end" gap="small">
          <Button autoFocus onClick={() => blocker.reset()}>
            Stay
          </Button>
          <Button danger type="primary" onClick={() => blocker.proceed()}>
            Leave
          </Button>
        </Flex>
      }
    >
      <p>Your changes to the settings are not saved. They are lost when you leave this page.</p>
    </Dialog>
  );
}
