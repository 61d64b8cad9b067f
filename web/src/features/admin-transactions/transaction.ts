import type { adminListTransactions } from '@/api/generated/hooks/admin-transactions/admin-transactions';
import { statusTypeSearch } from '@/lib/status-type-search';

export type TransactionData = Awaited<ReturnType<typeof adminListTransactions>>['data'];
export type Transaction = TransactionData['transactions'][number];

export const STATUSES = ['successful', 'pending', 'failed'] as const;
export const TYPES = ['credit', 'debit'] as const;

export const transactionSearch = statusTypeSearch(STATUSES, TYPES);

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
