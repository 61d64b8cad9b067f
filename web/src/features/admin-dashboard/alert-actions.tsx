import { Button, Flex } from 'antd';
import { useState } from 'react';
import { ReasonForm } from '@/components/form/reason-form';
import { Dialog } from '@/components/ui/dialog';

export type AlertAction = 'retry' | 'dismiss';

const VERBS: Record<AlertAction, string> = { retry: 'Try again', dismiss: 'Dismiss' };

interface AlertActionsProps {
  /** Title of the dialog. */
  title: string;
  consequences: Record<AlertAction, string>;
  isBusy: boolean;
  onConfirm: (action: AlertAction, reason: string, close: () => void) => void;
}

/** Buttons of an alert about work that has given up, each confirmed with a reason. */
export function AlertActions({ title, consequences, isBusy, onConfirm }: AlertActionsProps) {
  const [action, setAction] = useState<AlertAction | null>(null);
  const close = (): void => setAction(null);
  return (
    <Flex gap="small">
      {(['retry', 'dismiss'] as const).map((name) => (
        <Button key={name} size="small" aria-haspopup="dialog" onClick={() => setAction(name)}>
          {VERBS[name]}
        </Button>
      ))}
      {action && (
        <Dialog title={title} width={520} onClose={close}>
          <ReasonForm
            verb={VERBS[action]}
            about={title}
            consequence={consequences[action]}
            isDangerous={action === 'dismiss'}
            isBusy={isBusy}
            onConfirm={(reason) => onConfirm(action, reason, close)}
            onCancel={close}
          />
        </Dialog>
      )}
    </Flex>
  );
}
