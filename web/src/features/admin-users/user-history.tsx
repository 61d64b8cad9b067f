import { RefundOrderDialog } from '@/components/orders/refund-order';
import {
  type Purchase,
  paymentColumns,
  purchaseColumns,
  toCompactEntry,
  toCompactPayment,
  toCompactPurchase,
  walletColumns,
} from './history-columns';
import { keepPreviousData, type UseQueryResult } from '@tanstack/react-query';
import { Alert, Tabs } from 'antd';
import { useState } from 'react';
import type { ApiError } from '@/api/api-error';
import {
  useAdminUserPayments,
  useAdminUserPurchases,
  useAdminUserWallet,
} from '@/api/generated/admin-users';
import { useCan } from '@/api/use-can';
import { useOrderRefund } from '@/api/use-order-refund';
import type { Column } from '@/components/list-page/columns';
import type { CompactRow } from '@/components/list-page/compact-rows';
import { ListSection } from '@/components/list-page/list-section';
import type { PageInfo } from '@/lib/pager';
import type { HistorySearch, HistoryTab } from './use-history-search';
import type { User } from './user';

type Person = Pick<User, 'id' | 'name' | 'email'>;

const PER_PAGE = 10;
const meta = { quiet: true };

interface HistoryProps {
  user: Person;
  history: HistorySearch;
}

const toParams = ({ page, search }: HistorySearch['values']) => ({
  page,
  per_page: PER_PAGE,
  search: search || undefined,
});

interface HistoryListProps<Row, Answer> {
  /** Plural, such as "purchases". */
  noun: string;
  columns: Column<Row>[];
  toCompact: (row: Row) => CompactRow;
  query: UseQueryResult<Answer, ApiError>;
  getPage: (answer: Answer) => { rows: readonly Row[]; pagination: PageInfo };
  history: HistorySearch;
}

function HistoryList<Row extends { id: number }, Answer>({
  noun,
  columns,
  toCompact,
  query,
  getPage,
  history,
}: HistoryListProps<Row, Answer>) {
  const page = query.data && getPage(query.data);
  return (
    <ListSection<Row, HistorySearch['values']>
      label={noun}
      search={history}
      searchLabel={`Search ${noun}`}
      searchPlaceholder={`Search ${noun}`}
      query={query}
      rows={page?.rows}
      pagination={page?.pagination}
      pagerLabel={`Pages of ${noun}`}
      columns={columns}
      toCompact={toCompact}
      skeletonRows={PER_PAGE}
      tableFrom="(min-width: 1140px)"
      empty={{ icon: 'list', title: `No ${noun} yet` }}
      emptyFiltered={`No ${noun} match your search.`}
      clearLabel="Clear search"
      error={{ title: `Failed to load ${noun}`, message: ({ message }) => message }}
    />
  );
}

export function Purchases({ user, history }: HistoryProps) {
  const can = useCan();
  const [refunding, setRefunding] = useState<Purchase | null>(null);
  const query = useAdminUserPurchases(user.id, toParams(history.values), {
    query: { placeholderData: keepPreviousData, meta },
  });
  return (
    <>
      <HistoryList
        noun="purchases"
        columns={purchaseColumns(setRefunding, can)}
        toCompact={toCompactPurchase(setRefunding, can)}
        query={query}
        getPage={({ data }) => ({ rows: data.purchases, pagination: data.pagination })}
        history={history}
      />
      {refunding && (
        <RefundOrderDialog
          id={refunding.id}
          user={user}
          useRefund={useOrderRefund}
          onEnd={() => setRefunding(null)}
        />
      )}
    </>
  );
}

function Payments({ user, history }: HistoryProps) {
  const query = useAdminUserPayments(user.id, toParams(history.values), {
    query: { placeholderData: keepPreviousData, meta },
  });
  return (
    <HistoryList
      noun="payments"
      columns={paymentColumns}
      toCompact={toCompactPayment}
      query={query}
      getPage={({ data }) => ({ rows: data.payments, pagination: data.pagination })}
      history={history}
    />
  );
}

function WalletEntries({ user, history }: HistoryProps) {
  const query = useAdminUserWallet(user.id, toParams(history.values), {
    query: { placeholderData: keepPreviousData, meta },
  });
  return (
    <HistoryList
      noun="wallet entries"
      columns={walletColumns}
      toCompact={toCompactEntry}
      query={query}
      getPage={({ data }) => ({ rows: data.wallet, pagination: data.pagination })}
      history={history}
    />
  );
}

const TABS = [
  { key: 'purchases', label: 'Purchase History', List: Purchases },
  { key: 'payments', label: 'Payment History', List: Payments },
  { key: 'wallet', label: 'Wallet Activity', List: WalletEntries },
] as const;

const restrictedText = (label: string): string =>
  `${label.charAt(0)}${label.slice(1).toLowerCase()} is restricted to admin users only.`;

/** Purchases, payments and wallet entries of one user. */
export function UserHistory({ user, history }: HistoryProps) {
  const canViewHistory = useCan()('money.read');
  return (
    <Tabs
      activeKey={history.values.tab}
      onChange={(tab) => history.set({ tab: tab as HistoryTab, search: '' })}
      destroyOnHidden
      tabBarStyle={{ marginBottom: 0, paddingInline: 16 }}
      items={TABS.map(({ key, label, List }) => ({
        key,
        label,
        children: canViewHistory ? (
          <List user={user} history={history} />
        ) : (
          <Alert
            type="info"
            role="note"
            showIcon
            title={restrictedText(label)}
            style={{ margin: 16 }}
          />
        ),
      }))}
    />
  );
}
