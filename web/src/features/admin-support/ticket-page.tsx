import { Button, Col, Flex, Row, Select } from 'antd';
import { Link, useParams } from 'react-router-dom';
import { failure } from '@/api/failures';
import {
  useAdminGetTicket,
  useAdminMarkTicketRead,
  useAdminUpdateTicket,
} from '@/api/generated/admin-tickets';
import type { AdminTicketData, TicketStatus, UpdateTicketDto } from '@/api/generated/api.schemas';
import { saveTicketFile } from '@/api/ticket-files';
import { outcome } from '@/api/outcome';
import { useOwnId } from '@/api/use-own-id';
import { EmptyState } from '@/components/feedback/empty-state';
import { ErrorState } from '@/components/feedback/error-state';
import { LoadingRows } from '@/components/feedback/loading-rows';
import { RelativeTime } from '@/components/format/relative-time';
import { Facts } from '@/components/layout/facts';
import { PageHeader } from '@/components/layout/page-header';
import { Panel } from '@/components/layout/panel';
import { Thread } from '@/components/tickets/thread';
import { TICKET_WORDS } from '@/components/tickets/ticket';
import { useMarkRead } from '@/components/tickets/use-mark-read';
import { LinkButton } from '@/components/ui/link-button';
import {
  adminOrderPath,
  adminPaths,
  adminProxyPath,
  adminTicketPath,
  adminUserPath,
} from '@/lib/admin-paths';
import { readId } from '@/lib/url-params';
import { ReplyForm } from './reply-form';
import { formatDuration } from './tickets';

const save = saveTicketFile('admin/tickets');
const NOBODY = 0;
const STATUSES = Object.entries(TICKET_WORDS.staff).map(([value, label]) => ({ value, label }));
const QUEUE = <LinkButton to={adminPaths.support}>All tickets</LinkButton>;

function ContextLinks({ context }: Pick<AdminTicketData, 'context'>) {
  const { proxy_id: proxy, order_id: order, reference } = context ?? {};
  if (!context) return 'Nothing in particular';
  return (
    <Flex vertical>
      {proxy && <Link to={adminProxyPath(proxy)}>Proxy #{proxy}</Link>}
      {order && <Link to={adminOrderPath(order)}>Order #{order}</Link>}
      {reference && (
        <Link to={`${adminPaths.transactions}?search=${encodeURIComponent(reference)}`}>
          {reference}
        </Link>
      )}
    </Flex>
  );
}

function Details({ ticket }: { ticket: AdminTicketData }) {
  const { id, customer, assignee, agents, created_at: created, first_response_at: first } = ticket;
  const own = useOwnId();
  const change = useAdminUpdateTicket({ mutation: outcome('The ticket could not be changed') });
  const set = (data: UpdateTicketDto): void => change.mutate({ id, data });
  const wait = first && (new Date(first).getTime() - new Date(created).getTime()) / 1000;
  return (
    <Panel
      title="Details"
      action={
        assignee?.id !== own &&
        agents.some((agent) => agent.id === own) && (
          <Button
            size="small"
            disabled={change.isPending}
            onClick={() => set({ assignee_id: own })}
          >
            Assign to me
          </Button>
        )
      }
    >
      <Facts
        // The selects take the room that there is.
        styles={{ content: { width: '100%', maxWidth: 0 } }}
        items={[
          {
            label: 'Customer',
            children: (
              <>
                <Link to={adminUserPath(customer.id)}>{customer.name}</Link>
                <div style={{ overflowWrap: 'anywhere' }}>{customer.email}</div>
              </>
            ),
          },
          { label: 'About', children: <ContextLinks context={ticket.context} /> },
          {
            label: 'Status',
            children: (
              <Select<string>
                id="ticket-status"
                aria-label="Status"
                style={{ width: '100%' }}
                virtual={false}
                value={ticket.status}
                options={STATUSES}
                disabled={change.isPending}
                onChange={(status) => set({ status: status as TicketStatus })}
              />
            ),
          },
          {
            label: 'Assignee',
            children: (
              <Select
                id="ticket-assignee"
                aria-label="Assignee"
                style={{ width: '100%' }}
                virtual={false}
                value={assignee?.id ?? NOBODY}
                options={[
                  { value: NOBODY, label: 'Nobody' },
                  ...agents.map((agent) => ({ value: agent.id, label: agent.name })),
                ]}
                disabled={change.isPending}
                onChange={(value) => set({ assignee_id: value === NOBODY ? null : value })}
              />
            ),
          },
          {
            label: 'Tags',
            children: (
              <Select
                id="ticket-tags"
                aria-label="Tags"
                mode="tags"
                style={{ width: '100%' }}
                virtual={false}
                placeholder="None"
                tokenSeparators={[',']}
                value={ticket.tags}
                disabled={change.isPending}
                onChange={(tags) => set({ tags })}
              />
            ),
          },
          { label: 'Opened', children: <RelativeTime iso={created} /> },
          { label: 'First reply', children: wait ? `After ${formatDuration(wait)}` : 'Not yet' },
        ]}
      />
    </Panel>
  );
}

function Ticket({ ticket }: { ticket: AdminTicketData }) {
  const { id, messages, others } = ticket;
  const read = useAdminMarkTicketRead({ mutation: { meta: { quiet: true } } });
  useMarkRead(ticket, (messageId) => read.mutate({ id, data: { message_id: messageId } }));
  return (
    <>
      <PageHeader title={ticket.subject} lead={`Ticket #${id}`} actions={QUEUE} />
      <Row gutter={[16, 16]}>
        <Col xs={24} xl={16}>
          <Panel title="Conversation">
            <Flex vertical gap="middle">
              <Thread messages={messages} side="staff" onSave={save} />
              <ReplyForm
                id={id}
                lastMessageId={messages.at(-1)?.id ?? 0}
                customer={ticket.customer.name}
              />
            </Flex>
          </Panel>
        </Col>
        <Col xs={24} xl={8}>
          <Flex vertical gap="middle">
            <Details ticket={ticket} />
            {others.length > 0 && (
              <Panel title="Other tickets of the customer">
                <Flex vertical gap="small">
                  {others.map((other) => (
                    <div key={other.id}>
                      <Link to={adminTicketPath(other.id)}>{other.subject}</Link>
                      <div>
                        {TICKET_WORDS.staff[other.status]}, <RelativeTime iso={other.updated_at} />
                      </div>
                    </div>
                  ))}
                </Flex>
              </Panel>
            )}
          </Flex>
        </Col>
      </Row>
    </>
  );
}

/** One ticket, for staff. */
export default function TicketPage() {
  const id = readId(useParams().id ?? null);
  const query = useAdminGetTicket(id ?? 0, {
    query: { enabled: id !== null, meta: { quiet: true } },
  });
  if (query.data) return <Ticket key={id} ticket={query.data.data} />;
  return (
    <>
      <PageHeader title="Ticket" actions={QUEUE} />
      <Panel>
        {id === null || query.error?.status === 404 ? (
          <EmptyState icon="search" title="No such ticket" hint="No ticket has this number." />
        ) : query.isError ? (
          <ErrorState {...failure(query, 'Failed to load the ticket')} />
        ) : (
          <LoadingRows rows={8} label="Loading the ticket" />
        )}
      </Panel>
    </>
  );
}
