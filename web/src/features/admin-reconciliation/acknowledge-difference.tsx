import { Button, Typography } from 'antd';
import { useState } from 'react';
import { useAcknowledgeDifference } from '@/api/generated/admin-payments';
import { useCan } from '@/api/use-can';
import { ReasonForm } from '@/components/form/reason-form';
import { RelativeTime } from '@/components/format/relative-time';
import { useMessage } from '@/components/feedback/use-message';
import { Dialog } from '@/components/ui/dialog';
import type { Difference } from './reconciliation';

interface AcknowledgeDialogProps {
  difference: Difference;
  onClose: () => void;
}

function AcknowledgeDialog({ difference: { kind, reference }, onClose }: AcknowledgeDialogProps) {
  const message = useMessage();
  const acknowledge = useAcknowledgeDifference({
    mutation: {
      meta: { fallback: 'The difference could not be acknowledged' },
      onSuccess: ({ message: text }) => {
        message.success(text ?? 'Done.');
        onClose();
      },
    },
  });
  return (
    <Dialog title={`Difference of ${reference}`} width={520} onClose={onClose}>
      <ReasonForm
        verb="Acknowledge"
        about={reference}
        consequence="No money moves. The alert ends, and later comparisons do not repeat the difference."
        isBusy={acknowledge.isPending}
        onConfirm={(reason) => acknowledge.mutate({ data: { kind, reference, reason } })}
        onCancel={onClose}
      />
    </Dialog>
  );
}

/** Whether staff have seen to a difference, and for admins the way to say so. */
export function AcknowledgeDifference({ difference }: { difference: Difference }) {
  const canDecide = useCan()('payments.manage');
  const [isOpen, setOpen] = useState(false);
  const { acknowledged_at: seenAt, acknowledgement, reference } = difference;
  if (seenAt !== null)
    return (
      <Typography.Text type="secondary">
        Acknowledged <RelativeTime iso={seenAt} />
        {acknowledgement && `: ${acknowledgement}`}
      </Typography.Text>
    );
  if (!canDecide) return <Typography.Text type="secondary">Not yet</Typography.Text>;
  return (
    <>
      <Button
        size="small"
        aria-label={`Acknowledge ${reference}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        Acknowledge
      </Button>
      {isOpen && <AcknowledgeDialog difference={difference} onClose={() => setOpen(false)} />}
    </>
  );
}
