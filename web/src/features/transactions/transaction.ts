import type { listTransactions } from '@/api/generated/payments';
import { choiceField, pageField, textField } from '@/lib/list-search';

export type Transaction = Awaited<
  ReturnType<typeof listTransactions>
>['data']['transactions'][number];

export const STATUSES = ['all', 'successful', 'pending', 'failed'] as const;
export const PER_PAGE = 6;

export const transactionSearch = {
  page: pageField,
  search: textField(),
  status: choiceField(STATUSES, 'all'),
};

/** Only pending credits can be verified, and none whose money is under review. */
export const isVerifiable = ({
  type,
  status,
  review,
}: Pick<Transaction, 'type' | 'status' | 'review'>): boolean =>
  type === 'credit' && status === 'pending' && !review;

/** The row that a batch of transactions is listed as: what they come to, without a receipt of all of them. */
export const toListed = (row: Transaction): Transaction =>
  row.batch
    ? {
        ...row,
        ...row.batch,
        status: row.batch.status ?? 'refunded',
        has_receipt: false,
      }
    : row;

/** In place of the status where it does not say all; undefined otherwise. */
export function describeStatus({ review, batch }: Transaction): string | undefined {
  if (review) return 'Under review';
  return batch && batch.status === null ? 'Partly refunded' : undefined;
}
