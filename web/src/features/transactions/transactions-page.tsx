import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { Icon } from '@/components/ui/icon';
import styles from './transaction-columns.module.css';
import type { PaymentStatsData } from '@/api/generated/api.schemas';
import { usePaymentStats, useListTransactions } from '@/api/generated/payments';
import { Money } from '@/components/format/money';
import { StatCards } from '@/components/layout/stat-cards';
import { formatNumber } from '@/lib/number';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { session } from '@/api/session';
import { checkPayment } from '@/api/verify-payment';
import { asList } from '@/lib/list';
import { useListSearch } from '@/lib/list-search';
import { notify } from '@/components/feedback/notify';
import {
  isVerifiable,
  PER_PAGE,
  STATUSES,
  toListed,
  transactionSearch,
  type Transaction,
} from './transaction';
import { usePaymentActions } from '@/api/payment-actions';
import { usePendingCredits } from '@/api/use-pending-credits';
import { useReceipts } from '@/api/use-documents';
import { useInvoices } from '@/api/use-invoices';
import { useTeam } from '@/api/use-team';
import { statusFilter } from '@/components/list-page/list-filters';
import { ListPage } from '@/components/list-page/list-page';
import { LinkButton } from '@/components/ui/link-button';
import { paths } from '@/lib/paths';
import { toCompactTransaction, transactionColumns, type Actions } from './transaction-columns';

const ExportDialog = lazy(() => import('./export-dialog'));

export function ExportStatement() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<Icon name="download" size={16} />} onClick={() => setOpen(true)}>
        <span>
          Export<span className={styles.longLabel}> statement</span>
        </span>
      </Button>
      <Suspense>{isOpen && <ExportDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}

/** A dash while no transaction has ended. */
const formatSuccessRate = ({ success_rate, finished_transactions }: PaymentStatsData): string =>
  finished_transactions === 0 ? '–' : `${formatNumber(success_rate)}%`;

export function TransactionStats() {
  const stats = usePaymentStats(undefined, {
    query: { meta: { fallback: 'Failed to load payment statistics' } },
  });
  const data = stats.data?.data;
  const orDash = <T,>(value: T | undefined) => (stats.isError ? '–' : value);
  return (
    <StatCards
      stats={[
        {
          label: 'Total Spent',
          value: orDash(data && <Money amount={data.this_month_spending} />),
          note: 'This month',
        },
        { label: 'Total Credits', value: orDash(data && <Money amount={data.total_top_ups} />) },
        { label: 'Success Rate', value: orDash(data && formatSuccessRate(data)) },
      ]}
    />
  );
}

const meta = { fallback: 'Failed to load transactions' };

export function useTransactionList() {
  const search = useListSearch(transactionSearch);
  const { page, search: text, status } = search.values;
  const query = useListTransactions(
    {
      page,
      per_page: PER_PAGE,
      group: 'batch',
      search: text || undefined,
      status: status === 'all' ? undefined : status,
    },
    { query: { placeholderData: keepPreviousData, meta } },
  );
  return { search, query };
}

/** Verifies payments one after the other; `busy` contains the references in progress. */
export function useVerification() {
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

const InvoiceDialog = lazy(() => import('./invoice-dialog'));
const TransactionDialog = lazy(() => import('./transaction-dialog'));

const FILTERS = [statusFilter(STATUSES)];

const EMPTY_OF_MEMBER = {
  icon: 'list',
  title: 'No transactions found.',
  hint: 'Your top-ups and purchases will appear here.',
} as const;

const EMPTY = {
  ...EMPTY_OF_MEMBER,
  action: (
    <LinkButton type="primary" to={paths.wallet}>
      Top up your wallet
    </LinkButton>
  ),
} as const;

export default function TransactionsPage() {
  const { search, query } = useTransactionList();
  const pending = usePendingCredits()
    .filter(isVerifiable)
    .map(({ reference }) => reference);
  const { busy, verify } = useVerification();
  const { isOwner } = useTeam();
  const payment = usePaymentActions();
  const receipts = useReceipts();
  const invoices = useInvoices();
  /** The transaction whose invoice waits for billing details. */
  const [waiting, setWaiting] = useState<number | null>(null);
  const requestInvoice = (id: number): void => invoices.request(id, () => setWaiting(id));
  const [opened, setOpened] = useState<Transaction | null>(null);
  const data = query.data?.data;
  const rows = data && asList(data.transactions).map(toListed);
  const actions: Actions = {
    busy,
    onVerify: ({ reference }) => void verify([reference]),
    payment: isOwner ? payment : null,
    isReceiptBusy: receipts.isBusy,
    onReceipt: receipts.download,
    isInvoiceBusy: invoices.isBusy,
    onInvoice: isOwner ? ({ id }) => requestInvoice(id) : null,
  };
  return (
    <>
      <ListPage
        title="Transactions"
        label="Transactions"
        actionsBelow
        actions={
          <>
            {isOwner && pending.length > 0 && (
              <Button disabled={busy.size > 0} onClick={() => void verify(pending)}>
                {busy.size > 0 ? 'Verifying...' : 'Verify All Pending'}
              </Button>
            )}
            <ExportStatement />
          </>
        }
        summary={<TransactionStats />}
        search={search}
        searchLabel="Search transactions"
        searchPlaceholder="Search by reference, description or type"
        filters={FILTERS}
        query={query}
        rows={rows}
        pagination={data?.pagination}
        columns={transactionColumns(actions, setOpened)}
        toCompact={toCompactTransaction(actions, setOpened)}
        skeletonRows={PER_PAGE}
        tableFrom="(min-width: 1024px)"
        empty={isOwner ? EMPTY : EMPTY_OF_MEMBER}
        emptyFiltered="No transactions found matching your search criteria."
        error={{ title: 'Failed to load transactions' }}
      />
      <Suspense>
        {opened && (
          <TransactionDialog
            row={rows?.find(({ id }) => id === opened.id) ?? opened}
            actions={actions}
            onClose={() => setOpened(null)}
          />
        )}
        {waiting !== null && (
          <InvoiceDialog onClose={() => setWaiting(null)} onSaved={() => requestInvoice(waiting)} />
        )}
      </Suspense>
    </>
  );
}
