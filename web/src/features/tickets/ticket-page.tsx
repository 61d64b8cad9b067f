import { Button, Flex, Input } from 'antd';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { failure } from '@/api/failures';
import {
  useCloseTicket,
  useGetTicket,
  useMarkTicketRead,
  useReplyToTicket,
} from '@/api/generated/support';
import type { TicketData } from '@/api/generated/api.schemas';
import { saveTicketFile, uploadTicketFile } from '@/api/ticket-files';
import { outcome } from '@/api/outcome';
import { useTeam } from '@/api/use-team';
import { EmptyState } from '@/components/feedback/empty-state';
import { ErrorState } from '@/components/feedback/error-state';
import { LoadingRows } from '@/components/feedback/loading-rows';
import { StatusBadge } from '@/components/format/status-badge';
import { PageHeader } from '@/components/layout/page-header';
import { Panel } from '@/components/layout/panel';
import { useAttachments } from '@/components/tickets/attachments';
import { Thread } from '@/components/tickets/thread';
import { describeContext, TICKET_WORDS } from '@/components/tickets/ticket';
import { useMarkRead } from '@/components/tickets/use-mark-read';
import { LinkButton } from '@/components/ui/link-button';
import { paths, proxyPath, transactionPath } from '@/lib/paths';
import { readId } from '@/lib/url-params';

const upload = uploadTicketFile('tickets');
const save = saveTicketFile('tickets');
const REFRESH_MS = 30_000;
const ALL = <LinkButton to={paths.tickets}>All tickets</LinkButton>;

function Reply({ id, isClosed }: { id: number; isClosed: boolean }) {
  const [body, setBody] = useState('');
  const { ids, clear, isUploading, control } = useAttachments(upload);
  const reply = useReplyToTicket({
    mutation: outcome('Your message could not be sent', () => {
      setBody('');
      clear();
    }),
  });
  const send = (): void => {
    if (body.trim() && !reply.isPending && !isUploading)
      reply.mutate({ id, data: { body, attachment_ids: ids } });
  };
  return (
    <Flex vertical gap="small">
      <Input.TextArea
        aria-label="Your message"
        placeholder={isClosed ? 'Write to open this ticket again' : 'Write a message'}
        autoSize={{ minRows: 3, maxRows: 12 }}
        maxLength={8000}
        value={body}
        onChange={({ target }) => setBody(target.value)}
        onKeyDown={(event) => (event.ctrlKey || event.metaKey) && event.key === 'Enter' && send()}
      />
      <Flex wrap justify="space-between" gap="small">
        {control}
        <Button
          type="primary"
          disabled={!body.trim() || reply.isPending || isUploading}
          onClick={send}
        >
          {reply.isPending ? 'Sending...' : 'Send message'}
        </Button>
      </Flex>
    </Flex>
  );
}

function About({ ticket }: { ticket: TicketData }) {
  const { proxy_id: proxy, reference } = ticket.context ?? {};
  const to = proxy ? proxyPath(proxy) : reference ? transactionPath(reference) : null;
  const text = describeContext(ticket.context).join(', ');
  return <span>{to ? <Link to={to}>{text}</Link> : text}</span>;
}

function Ticket({ ticket }: { ticket: TicketData }) {
  const { id, subject, status } = ticket;
  const { canBuy } = useTeam();
  const close = useCloseTicket({ mutation: outcome('The ticket could not be closed') });
  const read = useMarkTicketRead({ mutation: { meta: { quiet: true } } });
  useMarkRead(
    ticket,
    (messageId) => canBuy && read.mutate({ id, data: { message_id: messageId } }),
  );
  return (
    <>
      <PageHeader
        title={subject}
        actions={
          <>
            {ALL}
            {canBuy && status !== 'closed' && (
              <Button disabled={close.isPending} onClick={() => close.mutate({ id })}>
                {close.isPending ? 'Closing...' : 'Close ticket'}
              </Button>
            )}
          </>
        }
      />
      <Panel>
        <Flex vertical gap="middle">
          <Flex wrap gap="small" align="center">
            <StatusBadge
              status={status}
              word={TICKET_WORDS.customer[status]}
              tone={status === 'waiting' ? 'good' : undefined}
            />
            <span>Ticket #{id}</span>
            <About ticket={ticket} />
          </Flex>
          <Thread messages={ticket.messages} side="customer" onSave={save} />
          {canBuy && <Reply id={id} isClosed={status === 'closed'} />}
        </Flex>
      </Panel>
    </>
  );
}

/** One conversation with support. */
export default function TicketPage() {
  const id = readId(useParams().id ?? null);
  const query = useGetTicket(id ?? 0, {
    query: { enabled: id !== null, refetchInterval: REFRESH_MS, meta: { quiet: true } },
  });
  if (query.data) return <Ticket key={id} ticket={query.data.data} />;
  return (
    <>
      <PageHeader title="Ticket" actions={ALL} />
      <Panel>
        {id === null || query.error?.status === 404 ? (
          <EmptyState icon="search" title="No such ticket" hint="The address may be wrong." />
        ) : query.isError ? (
          <ErrorState {...failure(query, 'Failed to load the ticket')} />
        ) : (
          <LoadingRows rows={8} label="Loading the ticket" />
        )}
      </Panel>
    </>
  );
}
