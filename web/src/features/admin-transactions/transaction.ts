import type { adminListTransactions } from '@/api/generated/admin-transactions';
import { Attention } from '@/api/generated/api.schemas';
import type { Tone } from '@/components/format/status-badge';
import { reversedTone } from '@/components/transactions/reversals';
import type { FilterOption } from '@/components/list-page/select-filter';
import { choiceField } from '@/lib/list-search';
import { rangeSearch } from '@/lib/range-search';
import { statusTypeSearch } from '@/lib/status-type-search';

export type TransactionData = Awaited<ReturnType<typeof adminListTransactions>>['data'];
export type Transaction = TransactionData['transactions'][number];
export type TransactionOrder = NonNullable<Transaction['order']>;

export const STATUSES = ['successful', 'pending', 'failed'] as const;
export const TYPES = ['credit', 'debit'] as const;

const ATTENTION_LABELS: Record<Attention, string> = {
  needs_decision: 'Needs decision',
  stuck: 'Check overdue',
  dispute: 'Disputed',
  refund_failed: 'Refund failed',
  paid_after_closing: 'Paid after closing',
  difference: 'Differs from provider',
};

export const ATTENTION_OPTIONS: readonly FilterOption<Attention | 'all'>[] = [
  { value: 'all', label: 'Any' },
  ...Object.values(Attention).map((value) => ({ value, label: ATTENTION_LABELS[value] })),
];

export const transactionSearch = {
  ...statusTypeSearch(STATUSES, TYPES),
  ...rangeSearch(),
  attention: choiceField<Attention | 'all'>(['all', ...Object.values(Attention)], 'all'),
};

/** The description, or a fallback derived from the metadata. */
export function describe({
  description,
  metadata,
}: Pick<Transaction, 'description' | 'metadata'>): string {
  if (description.trim() !== '') return description;
  const { proxy_type: type, funding_type: funding } = metadata ?? {};
  if (typeof type === 'string' && type !== '') return `${type} proxy purchase`;
  return funding ? 'Wallet funding' : 'Transaction';
}

export const hasMetadata = (
  metadata: Transaction['metadata'],
): metadata is Record<string, unknown> => metadata !== null && Object.keys(metadata).length > 0;

/** Green is for money that stays where it went; a recorded chargeback took it away. */
export const toneOf = (transaction: Pick<Transaction, 'purpose' | 'reversals'>): Tone | undefined =>
  ['chargeback', 'debt'].includes(transaction.purpose) ? 'neutral' : reversedTone(transaction);

/** Whether staff funded a wallet with it. */
export const isStaffFunding = ({
  type,
  status,
  metadata,
}: Pick<Transaction, 'type' | 'status' | 'metadata'>): boolean =>
  type === 'credit' && status === 'successful' && metadata?.funding_type === 'admin';

/** Whether the transaction paid for an order that staff can refund. */
export const isOrderRefundable = ({ type, order }: Pick<Transaction, 'type' | 'order'>): boolean =>
  type === 'debit' && order?.status === 'delivered';
