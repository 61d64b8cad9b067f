import { Button } from 'antd';
import { Link } from 'react-router-dom';
import { correctionSubject, type Correction } from '@/api/correction-subject';
import { useOwnId } from '@/api/use-own-id';
import { SignedMoney } from '@/components/format/money';
import { RelativeTime } from '@/components/format/relative-time';
import { StatusBadge } from '@/components/format/status-badge';
import type { Column } from '@/components/list-page/columns';
import type { CompactRow } from '@/components/list-page/compact-rows';
import { adminUserPath } from '@/lib/admin-paths';
import { formatDate } from '@/lib/date';
import { nameWithEmail } from '@/lib/text';
import { changedFields, statusWord, toneOf } from './approval';

/** It moves no money any more. */
const ENDED: readonly Correction['status'][] = ['rejected', 'expired'];

/** With the sign of what it moved or would move, or what it would change. */
export function ApprovalAmount({ correction }: { correction: Correction }) {
  const { amount, direction, status } = correction;
  if (amount === null || direction === null)
    return changedFields(correction).map((field) => <div key={field}>{field}</div>);
  return (
    <SignedMoney
      amount={Number(amount)}
      type={direction}
      status={ENDED.includes(status) ? 'cancelled' : undefined}
    />
  );
}

export function ApprovalStatus({ correction }: { correction: Correction }) {
  return (
    <StatusBadge
      status={correction.status}
      tone={toneOf(correction)}
      word={statusWord(correction, useOwnId())}
    />
  );
}

export const approvalColumns = (onOpen: (correction: Correction) => void): Column<Correction>[] => [
  {
    title: 'Proposal',
    card: 'title',
    render: (correction) => (
      <Button
        type="link"
        style={{ paddingInline: 0, height: 'auto' }}
        aria-haspopup="dialog"
        onClick={() => onOpen(correction)}
      >
        #{correction.id} {correctionSubject(correction)}
      </Button>
    ),
  },
  {
    title: 'Account',
    grow: 2,
    render: ({ kind, user }) =>
      kind === 'compensation' ? (
        'Several customers'
      ) : (
        <Link to={adminUserPath(user.id)} title={nameWithEmail(user)}>
          {user.name}
        </Link>
      ),
  },
  {
    title: 'Amount',
    grow: 2,
    numeric: true,
    render: (correction) =>
      correction.amount === null ? (
        changedFields(correction).join(', ')
      ) : (
        <ApprovalAmount correction={correction} />
      ),
  },
  { title: 'Reason', grow: 3, render: ({ reason }) => reason },
  {
    title: 'Proposed',
    grow: 2,
    render: ({ proposed_by: proposer, created_at: createdAt }) => (
      <>
        <RelativeTime iso={createdAt} />, {proposer.name}
      </>
    ),
  },
  { title: 'Status', render: (correction) => <ApprovalStatus correction={correction} /> },
];

/** A proposal in two lines, for phones. */
export const toCompactApproval =
  (onOpen: (correction: Correction) => void) =>
  (correction: Correction): CompactRow => ({
    name: `proposal ${correction.id} of ${correction.user.name}`,
    title: correction.kind === 'compensation' ? 'Several customers' : correction.user.name,
    open: () => onOpen(correction),
    lead: <ApprovalAmount correction={correction} />,
    details: [
      `#${correction.id} ${correctionSubject(correction)}`,
      correction.reason,
      `By ${correction.proposed_by.name}`,
      formatDate(correction.created_at),
    ],
    note: <ApprovalStatus correction={correction} />,
    actions: [],
  });
