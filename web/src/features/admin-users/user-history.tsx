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
import { keepPreviousData } from '@tanstack/react-query';
import { Alert, Tabs } from 'antd';
import { useState, type ComponentType } from 'react';
import {
  useAdminUserPayments,
  useAdminUserPurchases,
  useAdminUserWallet,
} from '@/api/generated/admin-users';
import type { Permission } from '@/api/generated/api.schemas';
import { useCan } from '@/api/use-can';
import { useOrderRefund } from '@/api/use-order-refund';
import { HistoryList, toParams, type HistoryProps } from './history-list';
import type { HistoryTab } from './use-history-search';
import { AuditTrail, Mails, Proxies } from './user-lists';
import { Notes, Sessions } from './user-records';

const meta = { quiet: true };

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

interface Tab {
  key: HistoryTab;
  label: string;
  List: ComponentType<HistoryProps>;
  permission: Permission;
  /** Shown to all, with a sentence in place of the list for those without the permission. */
  isAlways?: boolean;
}

const TABS: readonly Tab[] = [
  ...(
    [
      { key: 'purchases', label: 'Purchase History', List: Purchases },
      { key: 'payments', label: 'Payment History', List: Payments },
      { key: 'wallet', label: 'Wallet Activity', List: WalletEntries },
    ] as const
  ).map((tab) => ({ ...tab, permission: 'money.read' as const, isAlways: true })),
  { key: 'proxies', label: 'Proxies', List: Proxies, permission: 'proxies.read' },
  { key: 'sessions', label: 'Sign-ins', List: Sessions, permission: 'users.read' },
  { key: 'mails', label: 'Emails', List: Mails, permission: 'users.read' },
  { key: 'notes', label: 'Notes', List: Notes, permission: 'users.read' },
  { key: 'audit', label: 'Audit', List: AuditTrail, permission: 'audit.read' },
];

const restrictedText = (label: string): string =>
  `${label.charAt(0)}${label.slice(1).toLowerCase()} is restricted to admin users only.`;

/** What one user bought, paid and has, and what was done and written. */
export function UserHistory({ user, history }: HistoryProps) {
  const can = useCan();
  return (
    <Tabs
      activeKey={history.values.tab}
      onChange={(tab) => history.set({ tab: tab as HistoryTab, search: '' })}
      destroyOnHidden
      tabBarStyle={{ marginBottom: 0, paddingInline: 16 }}
      items={TABS.filter(({ permission, isAlways }) => isAlways || can(permission)).map(
        ({ key, label, List, permission }) => ({
          key,
          label,
          children: can(permission) ? (
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
        }),
      )}
    />
  );
}
