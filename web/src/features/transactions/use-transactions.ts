import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useListTransactions } from '@/api/generated/payments';
import { session } from '@/api/session';
import { checkPayment } from '@/api/verify-payment';
import { asList } from '@/lib/list';
import { useListSearch } from '@/lib/list-search';
import { useMessage } from '@/components/feedback/use-message';
import { isVerifiable, PER_PAGE, transactionSearch } from './transaction';

const meta = { fallback: 'Failed to load transactions' };
const MAX_PENDING = 100;

export function useTransactionList() {
  const search = useListSearch(transactionSearch);
  const { page, search: text, status } = search.values;
  const query = useListTransactions(
    {
      page,
      per_page: PER_PAGE,
      search: text || undefined,
      status: status === 'all' ? undefined : status,
    },
    { query: { placeholderData: keepPreviousData, meta } },
  );
  return { search, query };
}

/** References of the pending top-ups of all pages. */
export function usePendingCredits(): readonly string[] {
  const pending = useListTransactions(
    { page: 1, per_page: MAX_PENDING, status: 'pending' },
    { query: { meta: { quiet: true } } },
  );
  return asList(pending.data?.data.transactions)
    .filter(isVerifiable)
    .map(({ reference }) => reference);
}

/** Verifies payments one after the other; `busy` contains the references in progress. */
export function useVerification() {
  const notify = useMessage();
  const client = useQueryClient();
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());

  const verify = async (references: readonly string[]): Promise<void> => {
    const targets = references.filter((reference) => reference !== '' && !busy.has(reference));
    if (targets.length === 0) {
      if (references.includes('')) notify.error('No payment reference found');
      return;
    }
    setBusy((current) => new Set([...current, ...targets]));
    const userId = session.get()?.user.id;
    for (const reference of targets)
      if (session.get()?.user.id === userId) await checkPayment(client, reference);
    setBusy((current) => new Set([...current].filter((reference) => !targets.includes(reference))));
  };
  return { busy, verify };
}
