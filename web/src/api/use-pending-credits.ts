import type { TransactionResponse } from './generated/api.schemas';
import { useListTransactions } from './generated/payments';
import { asList } from '@/lib/list';

const MAX_PENDING = 100;

/** The account's credits that are not settled, newest first, in whichever browser they were started. */
export function usePendingCredits(isEnabled = true): readonly TransactionResponse[] {
  const pending = useListTransactions(
    { page: 1, per_page: MAX_PENDING, status: 'pending' },
    { query: { enabled: isEnabled, meta: { quiet: true } } },
  );
  return asList(pending.data?.data.transactions).filter(({ type }) => type === 'credit');
}
