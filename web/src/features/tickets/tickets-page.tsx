import { keepPreviousData } from '@tanstack/react-query';
import { Button } from 'antd';
import { Link } from 'react-router-dom';
import { listFailure } from '@/api/failures';
import { useListTickets } from '@/api/generated/support';
import type { TicketSummary, TicketContext } from '@/api/generated/api.schemas';
import { useTeam } from '@/api/use-team';
import { RelativeTime } from '@/components/format/relative-time';
import { StatusBadge } from '@/components/format/status-badge';
import type { Column } from '@/components/list-page/columns';
import type { CompactRow } from '@/components/list-page/compact-rows';
import { ListPage } from '@/components/list-page/list-page';
import { StackedCell } from '@/components/list-page/stacked-cell';
import { describeContext, TICKET_WORDS } from '@/components/tickets/ticket';
import { toListParams, useListSearch, choiceField, pageField, textField } from '@/lib/list-search';
import { ticketPath } from '@/lib/paths';
import { useUrlParams, readId } from '@/lib/url-params';
import { NewTicket } from './new-ticket';

const STATUSES = ['all', 'open', 'waiting', 'closed'] as const;
const ticketSearch = {
  page: pageField,
  search: textField(),
  status: choiceField(STATUSES, 'all'),
};

/** Parameters of a link that opens the form of a new ticket. */
const CONTEXT_PARAMS = ['new', 'proxy_id', 'order_id', 'reference'] as const;

/** What the form is to be about; null when it is closed. */
function readContext(params: URLSearchParams): TicketContext | null {
  if (!params.has('new')) return null;
  return {
    proxy_id: readId(params.get('proxy_id')) ?? undefined,
    order_id: readId(params.get('order_id')) ?? undefined,
    reference: params.get('reference')?.slice(0, 100) || undefined,
  };
}

const WORDS = TICKET_WORDS.customer;
const PER_PAGE = 10;

const STATUS_FILTER = {
  name: 'status',
  label: 'Status',
  options: STATUSES.map((value) => ({ value, label: value === 'all' ? 'All' : WORDS[value] })),
  allValue: 'all',
};

const Status = ({ status }: TicketSummary) => (
  <StatusBadge
    status={status}
    word={WORDS[status]}
    tone={status === 'waiting' ? 'good' : undefined}
  />
);
const unreadText = ({ unread_count: unread }: TicketSummary): string =>
  unread > 0 ? `${unread} unread` : '';

const COLUMNS: Column<TicketSummary>[] = [
  {
    title: 'Ticket',
    card: 'title',
    grow: 3,
    render: (ticket) => (
      <StackedCell
        primary={<Link to={ticketPath(ticket.id)}>{ticket.subject}</Link>}
        secondary={[`#${ticket.id}`, ...describeContext(ticket.context)].join(', ')}
      />
    ),
  },
  { title: 'Status', card: 'lead', render: (ticket) => <Status {...ticket} /> },
  { title: 'New', render: (ticket) => unreadText(ticket) && <strong>{unreadText(ticket)}</strong> },
  { title: 'Last message', render: (ticket) => <RelativeTime iso={ticket.updated_at} /> },
];

const toCompact = (ticket: TicketSummary): CompactRow => ({
  name: `ticket ${ticket.id}`,
  title: ticket.subject,
  open: ticketPath(ticket.id),
  lead: unreadText(ticket) && <strong>{unreadText(ticket)}</strong>,
  details: [`#${ticket.id}`, <RelativeTime key="time" iso={ticket.updated_at} />],
  note: <Status {...ticket} />,
  actions: [],
});

/** Conversations of the customer with support. */
export default function TicketsPage() {
  const search = useListSearch(ticketSearch);
  const [params, write] = useUrlParams();
  const { canBuy } = useTeam();
  const { page, status, search: text } = toListParams(search.values);
  const query = useListTickets(
    { page, status, search: text, per_page: PER_PAGE },
    { query: { meta: { quiet: true }, placeholderData: keepPreviousData } },
  );
  const data = query.data?.data;
  const context = readContext(params);
  const writeButton = canBuy && (
    <Button type="primary" aria-haspopup="dialog" onClick={() => write({ new: '1' })}>
      Write to support
    </Button>
  );
  return (
    <ListPage<TicketSummary, typeof search.values>
      title="Support"
      actions={writeButton}
      refreshable
      label="Tickets"
      search={search}
      searchLabel="Search tickets"
      searchPlaceholder="Search by number or subject"
      filters={[STATUS_FILTER]}
      query={query}
      rows={data?.tickets}
      pagination={data?.pagination}
      columns={COLUMNS}
      toCompact={toCompact}
      skeletonRows={5}
      empty={{
        icon: 'chat',
        title: 'No messages to support yet.',
        hint: canBuy
          ? 'Ask about a proxy, an order or a payment. A person replies, here and by email.'
          : 'The owner of the account and buyers of the team write to support.',
        action: writeButton,
      }}
      emptyFiltered="No tickets match your search."
      error={listFailure('Failed to load your tickets')}
    >
      {context && canBuy && (
        <NewTicket
          about={context}
          onClose={() =>
            write(Object.fromEntries(CONTEXT_PARAMS.map((name) => [name, null])), true)
          }
        />
      )}
    </ListPage>
  );
}
