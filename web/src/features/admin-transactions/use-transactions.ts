import { keepPreviousData } from '@tanstack/react-query';
import { useAdminListTransactions } from '@/api/generated/admin-transactions';
import { toListParams } from '@/lib/status-type-search';
import { useListSearch } from '@/lib/list-search';
import { useOpenRow } from '@/lib/open-row';
import { useExactTotal } from '@/lib/use-exact-total';
import { transactionSearch, type Transaction } from './transaction';

const meta = {
  fallback: 'Failed to fetch transactions',
  thrown: 'Failed to load transaction data',
};

export function useTransactionList() {
  const search = useListSearch(transactionSearch);
  const { attention } = search.values;
  const params = {
    ...toListParams(search.values),
    attention: attention === 'all' ? undefined : attention,
  };
  const { exactTotal, countExactly } = useExactTotal({ ...params, page: 0 });
  const query = useAdminListTransactions(
    { ...params, exact_total: exactTotal },
    {
      query: { placeholderData: keepPreviousData, meta },
    },
  );
  return { search, query, countExactly };
}

const useFindById = (id: number | null) =>
  useAdminListTransactions(
    { search: `#${id}`, per_page: 50 },
    { query: { enabled: id !== null, meta: { quiet: true } } },
  ).data?.data.transactions;

export const useSelectedTransaction = (rows: readonly Transaction[] | undefined) =>
  useOpenRow('transaction', rows, useFindById);
