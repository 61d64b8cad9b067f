import type { adminListTransactions } from '@/api/generated/hooks/admin-transactions/admin-transactions';
import { choiceField, numberField, pageField, textField } from '@/lib/list-search';

export type TransactionData = Awaited<ReturnType<typeof adminListTransactions>>['data'];
export type Transaction = TransactionData['transactions'][number];

export const STATUSES = ['all', 'successful', 'pending', 'failed'] as const;
export const TYPES = ['all', 'credit', 'debit'] as const;
export const PAGE_SIZES = [10, 15, 25, 50] as const;

export const transactionSearch = {
  page: pageField,
  per_page: numberField(10, (size) => PAGE_SIZES.some((offered) => offered === size)),
  search: textField(),
  status: choiceField(STATUSES, 'all'),
  type: choiceField(TYPES, 'all'),
};

/** What was written down, or what the rest of the line tells. */
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
