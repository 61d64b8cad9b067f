import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import {
  useAdminUserPayments,
  useAdminUserPurchases,
  useAdminUserWallet,
} from '@/api/generated/hooks/admin-users/admin-users';
import { useIsAdmin } from '@/api/use-is-admin';
import { Restricted } from '@/components/feedback/notice';
import { Tabs } from '@/components/ui/tabs';
import { paymentColumns, purchaseColumns, walletColumns, type Purchase } from './history-columns';
import { HISTORY_PER_PAGE, HistoryList } from './history-list';
import { RefundOrder } from './refund-order';
import type { HistorySearch, HistoryTab } from './use-history-search';
import styles from './user-history.module.css';

interface HistoryProps {
  userId: number;
  history: HistorySearch;
}

const asked = ({ page, search }: HistorySearch['values']) => ({
  page,
  per_page: HISTORY_PER_PAGE,
  search: search || undefined,
});
const meta = { quiet: true };

function Purchases({ userId, history }: HistoryProps) {
  const [refunding, setRefunding] = useState<Purchase | null>(null);
  const query = useAdminUserPurchases(userId, asked(history.values), {
    query: { placeholderData: keepPreviousData, meta },
  });
  return (
    <>
      <HistoryList
        what="purchases"
        columns={purchaseColumns(setRefunding)}
        query={query}
        toRows={({ data }) => ({ rows: data.purchases, info: data.pagination })}
        history={history}
      />
      {refunding && <RefundOrder purchase={refunding} onClose={() => setRefunding(null)} />}
    </>
  );
}

function Payments({ userId, history }: HistoryProps) {
  const query = useAdminUserPayments(userId, asked(history.values), {
    query: { placeholderData: keepPreviousData, meta },
  });
  return (
    <HistoryList
      what="payments"
      columns={paymentColumns}
      query={query}
      toRows={({ data }) => ({ rows: data.payments, info: data.pagination })}
      history={history}
    />
  );
}

function Wallet({ userId, history }: HistoryProps) {
  const query = useAdminUserWallet(userId, asked(history.values), {
    query: { placeholderData: keepPreviousData, meta },
  });
  return (
    <HistoryList
      what="wallet entries"
      columns={walletColumns}
      query={query}
      toRows={({ data }) => ({ rows: data.wallet, info: data.pagination })}
      history={history}
    />
  );
}

const TABS = [
  { key: 'purchases', label: 'Purchase History', List: Purchases },
  { key: 'payments', label: 'Payment History', List: Payments },
  { key: 'wallet', label: 'Wallet Activity', List: Wallet },
] as const;

const sentence = (label: string): string =>
  `${label.charAt(0)}${label.slice(1).toLowerCase()} is restricted to admin users only.`;

/** What one user bought, paid and moved. */
export function UserHistory({ userId, history }: HistoryProps) {
  const isAdmin = useIsAdmin();
  return (
    <div className={styles.history}>
      <Tabs<HistoryTab>
        label="History"
        active={history.values.tab}
        onChange={(tab) => history.set({ tab, search: '' })}
        tabs={TABS.map(({ key, label, List }) => ({
          key,
          label,
          content: (
            <div className={styles.list}>
              {isAdmin ? (
                <List key={key} userId={userId} history={history} />
              ) : (
                <Restricted>{sentence(label)}</Restricted>
              )}
            </div>
          ),
        }))}
      />
    </div>
  );
}
