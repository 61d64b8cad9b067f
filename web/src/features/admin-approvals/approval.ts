import type { Correction } from '@/api/correction-subject';
import type { Can } from '@/api/use-can';
import type { Tone } from '@/components/format/status-badge';
import { formatShortDateTime } from '@/lib/date';
import { choiceField, pageField, textField } from '@/lib/list-search';

export const STATUSES = ['proposed', 'approved', 'rejected', 'expired', 'reversed'] as const;

export const approvalSearch = {
  page: pageField,
  search: textField(),
  status: choiceField([...STATUSES, 'all'], 'proposed'),
};

export const DECISION_LABELS = {
  approve: 'Approve',
  reject: 'Reject',
  withdraw: 'Withdraw',
  reverse: 'Reverse',
} as const;
export type Decision = keyof typeof DECISION_LABELS;

type Proposal = Pick<
  Correction,
  'kind' | 'status' | 'proposed_by' | 'reversal_of' | 'reversed_by' | 'executes_at'
>;

/** What this member of staff can decide about it. */
export function decisionsFor(
  {
    kind,
    status,
    proposed_by: proposer,
    reversal_of: reversalOf,
    reversed_by: reversedBy,
  }: Proposal,
  staffId: number | null,
  can: Can,
): Decision[] {
  if (status === 'proposed' && proposer.id === staffId) return ['withdraw'];
  if (status === 'proposed') return can('approvals.decide') ? ['reject', 'approve'] : [];
  return can('wallets.manage') &&
    kind === 'correction' &&
    status === 'approved' &&
    reversalOf === null &&
    reversedBy === null
    ? ['reverse']
    : [];
}

const FIELD_LABELS: Partial<Record<string, string>> = {
  correctionApprovalLimit: 'Correction approval limit (₦)',
  fundingApprovalLimit: 'Funding approval limit (₦)',
};

/** What an approval of rights or limits changes, such as "role: user → admin"; empty for a movement of money. */
export const changedFields = ({ changes }: Pick<Correction, 'changes'>): string[] =>
  changes.map(({ field, from, to }) => `${FIELD_LABELS[field] ?? field}: ${from} → ${to}`);

/** Whether the wallet may fall short: the customer then owes the rest. */
export const mayBecomeDebt = ({ kind }: Pick<Correction, 'kind'>): boolean => kind === 'chargeback';

/** A charge-back is a loss, also when it was approved. */
export const toneOf = ({ kind, status }: Proposal): Tone | undefined =>
  kind === 'chargeback' && status === 'approved' ? 'neutral' : undefined;

/** Whom it waits for; else what became of it. */
export const statusWord = (
  { status, proposed_by: proposer, executes_at: time }: Proposal,
  staffId: number | null,
): string | undefined => {
  if (status !== 'proposed') return undefined;
  if (time) return `Moves ${formatShortDateTime(time)}`;
  return proposer.id === staffId ? 'Waits for others' : 'Waits for you';
};
