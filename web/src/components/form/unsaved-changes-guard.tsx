import { Button, Flex } from 'antd';
import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { Dialog } from '@/components/ui/dialog';

interface UnsavedChangesGuardProps {
  isDirty: boolean;
  /** What was changed, such as "the settings". */
  to: string;
  isSignedIn: () => boolean;
}

/**
 * Asks before unsaved changes are lost, on navigation and when the tab is closed. An expired
 * session navigates without asking.
 */
export function UnsavedChangesGuard({ isDirty, to, isSignedIn }: UnsavedChangesGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && isSignedIn() && currentLocation.pathname !== nextLocation.pathname,
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
      <p>Your changes to {to} are not saved. They are lost when you leave this page.</p>
    </Dialog>
  );
}
