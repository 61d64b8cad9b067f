import { keepPreviousData } from '@tanstack/react-query';
import { useAdminListTransactions } from '@/api/generated/hooks/admin-transactions/admin-transactions';
import { isFiltered, kindParams } from '@/lib/kind-list';
import { useListSearch } from '@/lib/list-search';
import { useKeptRow, useOpenRow } from '@/lib/url-param';
import { transactionSearch, type Transaction } from './transaction';

const meta = {
  fallback: 'Failed to fetch transactions',
  thrown: 'Failed to load transaction data',
};

export function useTransactionList() {
  const search = useListSearch(transactionSearch);
  const query = useAdminListTransactions(kindParams(search.values), {
    query: { placeholderData: keepPreviousData, meta },
  });
  return { search, query, isFiltered: isFiltered(search.values) };
}

/** The transaction whose details the address asks for, wherever in the list it stands. */
export function useOpenTransaction(rows: readonly Transaction[] | undefined) {
  const { id, open, close } = useOpenRow('transaction');
  const listed = rows?.find((row) => row.id === id);
  const searched = useAdminListTransactions(
    { search: `#${id}`, per_page: 50 },
    {
      query: {
        enabled: id !== null && rows !== undefined && listed === undefined,
        meta: { quiet: true },
      },
    },
  );
  const elsewhere = searched.data?.data.transactions.find((row) => row.id === id);
  return { transaction: useKeptRow(listed ?? elsewhere, id), open, close };
}
