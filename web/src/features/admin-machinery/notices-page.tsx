import { keepPreviousData } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useListPaymentNotices, type listPaymentNotices } from '@/api/generated/admin-machinery';
import {
  useDismissParkedNotice,
  useDismissParkedNotices,
  useRetryParkedNotice,
  useRetryParkedNotices,
} from '@/api/generated/admin-payments';
import { NoticeStatus } from '@/api/generated/api.schemas';
import { listFailure } from '@/api/failures';
import { outcome } from '@/api/outcome';
import { DateTime } from '@/components/format/date-time';
import { RelativeTime } from '@/components/format/relative-time';
import { StatusBadge } from '@/components/format/status-badge';
import type { Column } from '@/components/list-page/columns';
import type { CompactRow } from '@/components/list-page/compact-rows';
import { statusFilter, toFilterOptions } from '@/components/list-page/list-filters';
import { ListPage } from '@/components/list-page/list-page';
import { StackedCell } from '@/components/list-page/stacked-cell';
import { adminPaths, adminTransactionPath } from '@/lib/admin-paths';
import { choiceField, pageField, textField, toListParams, useListSearch } from '@/lib/list-search';
import { formatNumber } from '@/lib/number';
import { RowDialog } from './row-dialog';

type Notice = Awaited<ReturnType<typeof listPaymentNotices>>['data']['notices'][number];

const ALL = 'all';
const STATUSES = Object.values(NoticeStatus);
const noticeSearch = {
  page: pageField,
  search: textField(),
  status: choiceField<NoticeStatus | typeof ALL>([ALL, ...STATUSES], ALL),
};
const LOOKS: Record<NoticeStatus, { status: string; word: string }> = {
  waiting: { status: 'pending', word: 'Waiting' },
  parked: { status: 'failed', word: 'Parked' },
  processed: { status: 'active', word: 'Processed' },
  dismissed: { status: 'cancelled', word: 'Dismissed' },
};
const FAILED = 'The notification could not be changed';
const RETRY = 'Tried again within a minute, many times if need be.';
const DISMISS =
  'Closed without a result, which ends the alert. No money moves: what it announced, such as a refund, is not booked.';

const NoticeBadge = ({ status }: Notice) => <StatusBadge {...LOOKS[status]} />;

const Reference = ({ reference, transaction_id: id }: Notice) =>
  id === null ? <code>{reference}</code> : <Link to={adminTransactionPath(id)}>{reference}</Link>;

const getColumns = (open: (notice: Notice) => void): Column<Notice>[] => [
  {
    title: 'Notification',
    grow: 3,
    card: 'title',
    render: (notice) => (
      <StackedCell primary={<Reference {...notice} />} secondary={notice.event} />
    ),
  },
  { title: 'Outcome', card: 'lead', render: (notice) => <NoticeBadge {...notice} /> },
  {
    title: 'Last error',
    grow: 3,
    render: ({ last_error: error }) => <span title={error ?? undefined}>{error ?? '–'}</span>,
  },
  { title: 'Deliveries', numeric: true, render: ({ deliveries }) => formatNumber(deliveries) },
  { title: 'Received', render: ({ received_at: iso }) => <RelativeTime iso={iso} /> },
  {
    title: 'Details',
    card: 'foot',
    render: (notice) => (
      <Button
        size="small"
        aria-label={`Details of notification ${notice.id}`}
        onClick={() => open(notice)}
      >
        Details
      </Button>
    ),
  },
];

const toCompact =
  (open: (notice: Notice) => void) =>
  (notice: Notice): CompactRow => ({
    name: `notification ${notice.id}`,
    title: notice.reference,
    open: () => open(notice),
    lead: <NoticeBadge {...notice} />,
    details: [notice.event, notice.last_error],
    note: <RelativeTime iso={notice.received_at} />,
    actions: [],
  });

/** @param notice all that are parked when null. */
function NoticeDialog({ notice, onClose }: { notice: Notice | null; onClose: () => void }) {
  const mutation = outcome(FAILED, onClose);
  const one = [useRetryParkedNotice({ mutation }), useDismissParkedNotice({ mutation })];
  const all = [useRetryParkedNotices({ mutation }), useDismissParkedNotices({ mutation })];
  const isBusy = [...one, ...all].some(({ isPending }) => isPending);
  const act = (index: 0 | 1) => (reason: string) =>
    notice
      ? one[index]!.mutate({ id: notice.id, data: { reason } })
      : all[index]!.mutate({ data: { reason } });
  const isParked = (notice?.status ?? NoticeStatus.parked) === NoticeStatus.parked;
  const times = notice && [
    ['Received', notice.received_at],
    ['Closed', notice.processed_at],
    ['Next try', notice.next_attempt_at],
  ];
  return (
    <RowDialog
      title={notice ? 'Notification' : 'All parked notifications'}
      about={notice ? `${notice.event} ${notice.reference}` : 'All that are parked'}
      facts={[
        { label: 'Reference', children: notice ? <Reference {...notice} /> : 'All' },
        ...(notice
          ? [
              { label: 'Event', children: <code>{notice.event}</code> },
              { label: 'Outcome', children: <NoticeBadge {...notice} /> },
              { label: 'Deliveries', children: formatNumber(notice.deliveries) },
              { label: 'Tries without a result', children: formatNumber(notice.attempts) },
              { label: 'Last error', children: notice.last_error ?? 'None' },
            ]
          : []),
        ...(times ?? []).flatMap(([label, iso]) =>
          iso ? [{ label: label!, children: <DateTime iso={iso} /> }] : [],
        ),
      ]}
      actions={
        isParked
          ? [
              { verb: 'Try again', consequence: RETRY, isBusy, run: act(0) },
              { verb: 'Dismiss', consequence: DISMISS, isDangerous: true, isBusy, run: act(1) },
            ]
          : []
      }
      onClose={onClose}
    />
  );
}

/** What the card provider has notified, with what came of each. */
export default function NoticesPage() {
  const search = useListSearch(noticeSearch);
  const query = useListPaymentNotices(toListParams(search.values), {
    query: { placeholderData: keepPreviousData, meta: { quiet: true } },
  });
  /** Null: all that are parked. */
  const [opened, setOpened] = useState<Notice | null | undefined>();
  const data = query.data?.data;
  const { last_at: refusedAt = null } = data?.refused ?? {};
  return (
    <ListPage<Notice, typeof search.values>
      title="Payment notifications"
      actions={
        search.values.status === NoticeStatus.parked && data?.notices.length ? (
          <Button onClick={() => setOpened(null)}>All parked…</Button>
        ) : undefined
      }
      refreshable
      summary={
        refusedAt && (
          <Alert
            type="warning"
            role="note"
            showIcon
            style={{ marginBottom: 16 }}
            title="Calls with a wrong signature were refused"
            description={
              <>
                Last <RelativeTime iso={refusedAt} />. They are not stored and credit nothing. If
                the provider is right, check the secret key in the settings.{' '}
                <Link to={`${adminPaths.audit}?search=payment.webhook_refused`}>
                  Open audit trail
                </Link>
              </>
            }
          />
        )
      }
      label="Payment notifications"
      search={search}
      searchLabel="Search payment notifications"
      searchPlaceholder="Search by reference or event"
      filters={[
        {
          ...statusFilter([]),
          label: 'Outcome',
          options: [
            ...toFilterOptions([], 'All outcomes'),
            ...STATUSES.map((value) => ({ value, label: LOOKS[value].word })),
          ],
        },
      ]}
      query={query}
      rows={data?.notices}
      pagination={data?.pagination}
      columns={getColumns(setOpened)}
      toCompact={toCompact(setOpened)}
      tableFrom="(min-width: 1000px)"
      skeletonRows={5}
      empty={{
        icon: 'wallet',
        title: 'No notification yet',
        hint: 'The card provider notifies the shop of payments, transfers and refunds.',
      }}
      emptyFiltered="No notifications found matching your search criteria."
      error={listFailure('Failed to load the notifications')}
    >
      {opened !== undefined && (
        <NoticeDialog notice={opened} onClose={() => setOpened(undefined)} />
      )}
    </ListPage>
  );
}
