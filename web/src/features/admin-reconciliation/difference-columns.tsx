import { Typography, Button } from 'antd';
import { PrivateMoney } from '@/components/format/private-money';
import type { Column } from '@/components/list-page/columns';
import { StackedCell } from '@/components/list-page/stacked-cell';
import { LinkButton } from '@/components/ui/link-button';
import { adminTransactionPath } from '@/lib/admin-paths';
import { capitalise } from '@/lib/text';
import { KIND_TEXTS, type Difference } from './reconciliation';
import { useState } from 'react';
import { useAcknowledgeDifference } from '@/api/generated/admin-payments';
import { useCan } from '@/api/use-can';
import { ReasonForm } from '@/components/form/reason-form';
import { RelativeTime } from '@/components/format/relative-time';
import { useMessage } from '@/components/feedback/use-message';
import { Dialog } from '@/components/ui/dialog';

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
function AcknowledgeDifference({ difference }: { difference: Difference }) {
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

/** Status and amount of one side; null for a side without the payment. */
function Side({ status, amount }: { status: string | null; amount: string | null }) {
  if (status === null) return <Typography.Text type="secondary">None</Typography.Text>;
  return (
    <StackedCell
      primary={<PrivateMoney amount={amount} />}
      secondary={capitalise(status.replaceAll('_', ' '))}
    />
  );
}

export const differenceColumns: Column<Difference>[] = [
  {
    title: 'Difference',
    grow: 4,
    card: 'title',
    render: ({ kind }) => (
      <StackedCell
        primary={<strong>{KIND_TEXTS[kind].label}</strong>}
        secondary={KIND_TEXTS[kind].advice}
      />
    ),
  },
  {
    title: 'Reference',
    grow: 2,
    render: ({ reference }) => <code style={{ overflowWrap: 'anywhere' }}>{reference}</code>,
  },
  {
    title: 'Our ledger',
    numeric: true,
    render: ({ our_status: status, our_amount: amount }) => (
      <Side status={status} amount={amount} />
    ),
  },
  {
    title: 'Card provider',
    numeric: true,
    render: ({ their_status: status, their_amount: amount }) => (
      <Side status={status} amount={amount} />
    ),
  },
  {
    title: 'Acknowledged',
    render: (difference) => <AcknowledgeDifference difference={difference} />,
  },
  {
    title: 'Transaction',
    card: 'foot',
    render: ({ transaction_id: id }) =>
      id === null ? (
        <Typography.Text type="secondary">None</Typography.Text>
      ) : (
        <LinkButton
          size="small"
          to={adminTransactionPath(id)}
          aria-label={`Open transaction ${id}`}
        >
          Open
        </LinkButton>
      ),
  },
];
