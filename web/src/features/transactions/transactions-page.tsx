import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { usePaymentActions } from '@/api/payment-actions';
import { useReceipts } from '@/api/use-documents';
import { useInvoices } from '@/api/use-invoices';
import { useTeam } from '@/api/use-team';
import { statusFilter } from '@/components/list-page/list-filters';
import { ListPage } from '@/components/list-page/list-page';
import { LinkButton } from '@/components/ui/link-button';
import { asList } from '@/lib/list';
import { paths } from '@/lib/paths';
import { ExportStatement } from './export-statement';
import { PER_PAGE, STATUSES } from './transaction';
import { transactionColumns } from './transaction-columns';
import { TransactionStats } from './transaction-stats';
import { usePendingCredits, useTransactionList, useVerification } from './use-transactions';

const InvoiceDialog = lazy(() => import('./invoice-dialog'));

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
  const pending = usePendingCredits();
  const { busy, verify } = useVerification();
  const { isOwner } = useTeam();
  const payment = usePaymentActions();
  const receipts = useReceipts();
  const invoices = useInvoices();
  /** The transaction whose invoice waits for billing details. */
  const [waiting, setWaiting] = useState<number | null>(null);
  const requestInvoice = (id: number): void => invoices.request(id, () => setWaiting(id));
  const data = query.data?.data;
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
        rows={data && asList(data.transactions)}
        pagination={data?.pagination}
        columns={transactionColumns({
          busy,
          onVerify: ({ reference }) => void verify([reference]),
          payment: isOwner ? payment : null,
          isReceiptBusy: receipts.isBusy,
          onReceipt: receipts.download,
          isInvoiceBusy: invoices.isBusy,
          onInvoice: isOwner ? ({ id }) => requestInvoice(id) : null,
        })}
        skeletonRows={PER_PAGE}
        tableFrom="(min-width: 1024px)"
        empty={isOwner ? EMPTY : EMPTY_OF_MEMBER}
        emptyFiltered="No transactions found matching your search criteria."
        error={{ title: 'Failed to load transactions' }}
      />
      <Suspense>
        {waiting !== null && (
          <InvoiceDialog onClose={() => setWaiting(null)} onSaved={() => requestInvoice(waiting)} />
        )}
      </Suspense>
    </>
  );
}
