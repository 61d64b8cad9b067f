import { keepPreviousData } from '@tanstack/react-query';
import { Button, Tag, Typography } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { listFailure } from '@/api/failures';
import { useAdminListTickets } from '@/api/generated/admin-tickets';
import type {
  AdminListTicketsParams,
  AdminTicketSummary,
  TicketStatistics,
} from '@/api/generated/api.schemas';
import { RelativeTime } from '@/components/format/relative-time';
import { StatusBadge } from '@/components/format/status-badge';
import type { Column } from '@/components/list-page/columns';
import type { CompactRow } from '@/components/list-page/compact-rows';
import { toFilterOptions, type ListFilter } from '@/components/list-page/list-filters';
import { ListPage } from '@/components/list-page/list-page';
import { StackedCell } from '@/components/list-page/stacked-cell';
import { describeContext, TICKET_WORDS } from '@/components/tickets/ticket';
import { adminTicketPath } from '@/lib/admin-paths';
import { asList } from '@/lib/list';
import { toListParams, useListSearch } from '@/lib/list-search';
import { CannedReplies } from './canned-replies';
import { formatDuration, ticketSearch } from './tickets';

const WORDS = TICKET_WORDS.staff;
const PER_PAGE = 20;
const REFRESH_MS = 60_000;

const toFilters = (tags: readonly string[]): ListFilter[] => [
  {
    name: 'status',
    label: 'Status',
    options: [
      ...(['open', 'waiting', 'closed'] as const).map((value) => ({ value, label: WORDS[value] })),
      { value: 'all', label: 'All' },
    ],
    allValue: 'open',
  },
  {
    name: 'assignee',
    label: 'Assignee',
    options: [
      { value: 'all', label: 'Anyone' },
      { value: 'me', label: 'Me' },
      { value: 'none', label: 'Nobody' },
    ],
    allValue: 'all',
  },
  {
    name: 'unread',
    label: 'Unread',
    options: [
      { value: 'all', label: 'All' },
      { value: 'true', label: 'Unread only' },
    ],
    allValue: 'all',
  },
  ...(tags.length > 0
    ? [{ name: 'tag', label: 'Tag', options: toFilterOptions(tags), allValue: 'all' }]
    : []),
];

const Subject = ({ ticket }: { ticket: AdminTicketSummary }) => (
  <Link
    to={adminTicketPath(ticket.id)}
    style={{ fontWeight: ticket.unread_count > 0 ? 600 : undefined }}
  >
    {ticket.unread_count > 0 && <span className="visually-hidden">Unread: </span>}
    {ticket.subject}
  </Link>
);
const Status = ({ status }: AdminTicketSummary) => (
  <StatusBadge status={status} word={WORDS[status]} />
);

const COLUMNS: Column<AdminTicketSummary>[] = [
  {
    title: 'Ticket',
    card: 'title',
    grow: 4,
    render: (ticket) => (
      <StackedCell
        primary={<Subject ticket={ticket} />}
        secondary={[`#${ticket.id}`, ...describeContext(ticket.context)].join(', ')}
      />
    ),
  },
  { title: 'Customer', grow: 2, render: ({ customer }) => customer.name },
  { title: 'Status', card: 'lead', render: (ticket) => <Status {...ticket} /> },
  { title: 'Assignee', grow: 2, render: ({ assignee }) => assignee?.name ?? 'Nobody' },
  {
    title: 'Tags',
    grow: 2,
    render: ({ tags }) => tags.map((tag) => <Tag key={tag}>{tag}</Tag>),
  },
  { title: 'Last message', render: (ticket) => <RelativeTime iso={ticket.updated_at} /> },
];

const toCompact = (ticket: AdminTicketSummary): CompactRow => ({
  name: `ticket ${ticket.id}`,
  title: ticket.subject,
  open: adminTicketPath(ticket.id),
  lead: ticket.unread_count > 0 && <strong>{ticket.unread_count} unread</strong>,
  details: [
    `#${ticket.id}`,
    ticket.customer.name,
    ticket.assignee?.name ?? 'Nobody',
    <RelativeTime key="time" iso={ticket.updated_at} />,
  ],
  note: <Status {...ticket} />,
  actions: [],
});

function Summary({ statistics }: { statistics: TicketStatistics }) {
  const { open, unassigned, mine, unread } = statistics;
  const { first_response_median: median, first_response_p90: p90 } = statistics;
  return (
    <Typography.Paragraph type="secondary">
      {open} open, {unassigned} unassigned, {mine} yours, {unread} unread.
      {median !== null &&
        p90 !== null &&
        ` First reply of the last 30 days: ${formatDuration(median)} median, 90% within ${formatDuration(p90)}.`}
    </Typography.Paragraph>
  );
}

/** The queue of tickets. */
export default function SupportPage() {
  const search = useListSearch(ticketSearch);
  const query = useAdminListTickets(
    { ...toListParams(search.values), per_page: PER_PAGE } as AdminListTicketsParams,
    {
      query: {
        meta: { quiet: true },
        placeholderData: keepPreviousData,
        refetchInterval: REFRESH_MS,
      },
    },
  );
  const data = query.data?.data;
  const [isManaging, setManaging] = useState(false);
  return (
    <ListPage<AdminTicketSummary, typeof search.values>
      title="Support"
      actions={
        <Button aria-haspopup="dialog" onClick={() => setManaging(true)}>
          Canned replies
        </Button>
      }
      refreshable
      summary={data && <Summary statistics={data.statistics} />}
      label="Tickets"
      search={search}
      searchLabel="Search tickets"
      searchPlaceholder="Search by number, subject, name or email"
      filters={toFilters(asList(data?.tags))}
      query={query}
      rows={data?.tickets}
      pagination={data?.pagination}
      columns={COLUMNS}
      toCompact={toCompact}
      skeletonRows={8}
      tableFrom="(min-width: 1180px)"
      empty={{
        icon: 'chat',
        title: 'No ticket waits for an answer.',
        hint: 'Customers write from Support in their menu. Answered and closed tickets are under Status.',
      }}
      emptyFiltered="No tickets found matching your search criteria."
      error={listFailure('Failed to load the tickets')}
    >
      {isManaging && <CannedReplies onClose={() => setManaging(false)} />}
    </ListPage>
  );
}
