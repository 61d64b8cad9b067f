import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { ReasonForm } from '@/components/form/reason-form';
import { Facts } from '@/components/layout/facts';
import { Dialog } from '@/components/ui/dialog';

export interface RowAction {
  verb: string;
  consequence: string;
  isDangerous?: boolean;
  isBusy: boolean;
  run: (reason: string) => void;
}

interface RowDialogProps {
  title: string;
  /** What is known of it; without any the only action is asked for at once. */
  facts?: readonly { label: string; children: ReactNode }[];
  /** Whom or what the actions concern. */
  about: ReactNode;
  actions: readonly RowAction[];
  onClose: () => void;
}

/** What is known of a row, and what can be done about it, each with a reason. */
export function RowDialog({ title, facts, about, actions, onClose }: RowDialogProps) {
  const [verb, setVerb] = useState(facts ? null : actions[0]?.verb);
  const chosen = actions.find((action) => action.verb === verb);
  return (
    <Dialog
      title={title}
      width={620}
      onClose={onClose}
      footer={
        !chosen && (
          <>
            {actions.map((action) => (
              <Button
                key={action.verb}
                danger={action.isDangerous}
                onClick={() => setVerb(action.verb)}
              >
                {action.verb}
              </Button>
            ))}
            <Button onClick={onClose}>Close</Button>
          </>
        )
      }
    >
      {chosen ? (
        <ReasonForm
          verb={chosen.verb}
          about={about}
          consequence={chosen.consequence}
          isDangerous={chosen.isDangerous}
          isBusy={chosen.isBusy}
          onConfirm={chosen.run}
          onCancel={facts ? () => setVerb(null) : onClose}
        />
      ) : (
        <Facts
          items={facts?.map(({ label, children }) => ({
            label,
            children: <span style={{ overflowWrap: 'anywhere' }}>{children}</span>,
          }))}
        />
      )}
    </Dialog>
  );
}
