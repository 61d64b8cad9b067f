import { Button, Flex } from 'antd';
import { DateTime } from '@/components/format/date-time';
import { StatusBadge } from '@/components/format/status-badge';
import type { Column } from '@/components/list-page/columns';
import type { CompactRow } from '@/components/list-page/compact-rows';
import { formatDate } from '@/lib/date';
import {
  describeItems,
  needsAttention,
  SOURCE_LABELS,
  type Payout,
  clearingSearch,
  toAccounts,
} from './clearing';
import { ExactMoney } from './exact-money';
import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useCompareClearing, useGetClearing, useListPayouts } from '@/api/generated/admin-clearing';
import { PayoutItemFilter, type PayoutFileData } from '@/api/generated/api.schemas';
import { errorMessage } from '@/api/error-messages';
import { EmptyState } from '@/components/feedback/empty-state';
import { SkeletonRows } from '@/components/feedback/skeleton';
import { ErrorState } from '@/components/feedback/error-state';
import { PageHeader } from '@/components/layout/page-header';
import { Panel } from '@/components/layout/panel';
import ListPagination from '@/components/list-page/list-pagination';
import { ListRows } from '@/components/list-page/list-rows';
import { useListSearch } from '@/lib/list-search';
import { AccountDialog, AccountList } from './account-list';
import { ClearingNotes, ClearingSummary, ComparisonNotes } from './clearing-summary';
import ItemsDialog from './items-dialog';
import { UploadPayouts, UploadReport } from './upload-payouts';

type Open = (payout: Payout) => void;

const ItemsBadge = ({ payout }: { payout: Payout }) => (
  <StatusBadge
    status={needsAttention(payout) ? 'pending' : 'completed'}
    word={describeItems(payout)}
  />
);

export const getPayoutColumns = (open: Open): Column<Payout>[] => [
  {
    title: 'Payout',
    grow: 1,
    card: 'title',
    render: (payout) => (
      <Button
        type="link"
        style={{ paddingInline: 0, height: 'auto', whiteSpace: 'normal', textAlign: 'start' }}
        onClick={() => open(payout)}
      >
        <code style={{ overflowWrap: 'anywhere' }}>{payout.reference}</code>
      </Button>
    ),
  },
  { title: 'Paid', render: ({ paid_at: paidAt }) => <DateTime iso={paidAt} /> },
  { title: 'Items', render: (payout) => <ItemsBadge payout={payout} /> },
  { title: 'Imported from', render: ({ source }) => SOURCE_LABELS[source] },
  { title: 'Fee', numeric: true, render: ({ fee }) => <ExactMoney amount={fee} /> },
  {
    title: 'To the bank',
    numeric: true,
    card: 'lead',
    render: ({ amount }) => <ExactMoney amount={amount} />,
  },
];

/** A payout in two lines, for phones. */
export const toCompactPayout =
  (open: Open) =>
  (payout: Payout): CompactRow => ({
    name: `payout ${payout.reference}`,
    title: payout.reference,
    open: () => open(payout),
    lead: <ExactMoney amount={payout.amount} />,
    details: [formatDate(payout.paid_at), SOURCE_LABELS[payout.source]],
    note: needsAttention(payout) ? <ItemsBadge payout={payout} /> : describeItems(payout),
    actions: [],
  });

const PER_PAGE = 10;
const FAILED = 'Failed to load the clearing account';
const meta = { quiet: true };

/** What Korapay owes the shop, and its payouts. */
export default function ClearingPage() {
  const { values, set } = useListSearch(clearingSearch);
  const { page, payout: payoutId, items, account } = values;
  const [report, setReport] = useState<PayoutFileData | null>(null);
  const clearing = useGetClearing({ query: { meta } });
  const comparison = useCompareClearing({ query: { meta } });
  const payouts = useListPayouts(
    { page, per_page: PER_PAGE },
    { query: { meta, placeholderData: keepPreviousData } },
  );
  const queries = [clearing, comparison, payouts];
  const failed = [clearing, payouts].find(({ isError }) => isError);
  const refresh = () => queries.forEach(({ refetch }) => void refetch());
  const data = clearing.data?.data;
  const { payouts: rows, pagination } = payouts.data?.data ?? {};
  const open = ({ id }: Payout) => set({ page, payout: id });
  const close = () => set({ page, payout: 0, items: PayoutItemFilter.all, account: '' });
  // Together, so that a note above the lists does not move them.
  const isReady = clearing.isFetched && payouts.isFetched;
  const opened = rows?.find(({ id }) => id === payoutId);
  return (
    <>
      <PageHeader
        title="Clearing"
        actionsBelow
        actions={
          <>
            <UploadPayouts onImported={setReport} />
            <Button
              icon={<ReloadOutlined aria-hidden="true" />}
              disabled={queries.some(({ isFetching }) => isFetching)}
              onClick={refresh}
            >
              Refresh
            </Button>
          </>
        }
      />
      <ClearingSummary
        clearing={data}
        comparison={comparison.data?.data}
        isMissing={comparison.isError}
      />
      {report && <UploadReport report={report} onClose={() => setReport(null)} />}
      {isReady && <ClearingNotes clearing={data} />}
      {failed ? (
        <ErrorState
          title="Error Loading Data"
          message={errorMessage(failed.error, { fallback: FAILED, thrown: FAILED })}
          requestId={failed.error?.requestId}
          onRetry={refresh}
        />
      ) : !isReady ? (
        <SkeletonRows rows={8} label="Loading clearing" />
      ) : (
        <Flex vertical gap="middle">
          <Panel
            title="Payouts"
            flush
            action={
              data &&
              data.unmatched_items > 0 && (
                <Button onClick={() => set({ page, items: PayoutItemFilter.unmatched })}>
                  Unmatched items
                </Button>
              )
            }
          >
            <ListRows<Payout>
              label="Payouts"
              columns={getPayoutColumns(open)}
              rows={rows}
              isStale={payouts.isPlaceholderData}
              skeletonRows={5}
              tableFrom="(min-width: 1100px)"
              toCompact={toCompactPayout(open)}
              empty={
                <EmptyState
                  icon="list"
                  title="No payouts yet"
                  hint="Korapay’s payouts are imported every ten minutes. You can also upload the settlements file of its dashboard."
                />
              }
            />
            {pagination && pagination.total > 0 && (
              <ListPagination
                info={pagination}
                label="Pages of payouts"
                onPage={(next) => set({ page: next })}
              />
            )}
          </Panel>
          <AccountList
            accounts={data && toAccounts(data)}
            onOpen={(code) => set({ page, account: code })}
          />
          <ComparisonNotes comparison={comparison.data?.data} />
        </Flex>
      )}
      {payoutId > 0 && (
        <ItemsDialog
          title={opened ? `Payout ${opened.reference}` : 'Payout'}
          payoutId={payoutId}
          show={PayoutItemFilter.all}
          onClose={close}
        />
      )}
      {items === PayoutItemFilter.unmatched && (
        <ItemsDialog title="Unmatched items" show={items} onClose={close} />
      )}
      {account !== '' && <AccountDialog code={account} onClose={close} />}
    </>
  );
}
