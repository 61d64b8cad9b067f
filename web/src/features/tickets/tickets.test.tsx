import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import type { TicketData } from '@/api/generated/api.schemas';
import { session } from '@/api/session';
import { setUpApi } from '@/testing/api-server';
import { person } from '@/testing/person';
import { renderAt } from '@/testing/render-app';
import { ada, errorReply, ok, pagination } from '@/testing/samples';
import { mockWideViewport } from '@/testing/viewport';
import TicketPage from './ticket-page';
import TicketsPage from './tickets-page';

const LIST = 'GET /tickets';
const OPEN = 'POST /tickets';
const AT = '2026-11-20T10:00:00Z';

const ticket = (over: Partial<TicketData> = {}): TicketData => ({
  id: 12,
  subject: 'No connection',
  status: 'waiting',
  context: { proxy_id: 4, order_id: null, reference: null },
  unread_count: 1,
  created_at: AT,
  updated_at: AT,
  messages: [
    {
      id: 1,
      is_staff: false,
      author: 'Ada Obi',
      body: 'See **this** https://evil.example',
      attachments: [],
      created_at: AT,
    },
    {
      id: 2,
      is_staff: true,
      author: 'Bola',
      body: 'Try `curl` at https://help.example.',
      attachments: [{ id: 9, name: 'log.txt', type: 'text/plain', size: 2048 }],
      created_at: AT,
    },
  ],
  ...over,
});

describe('Support of customers', () => {
  const api = setUpApi(() => session.start({ token: 't', user: ada }));
  mockWideViewport();

  const show = (address: string, tickets: TicketData[] = [ticket()]) => {
    api.on(LIST, ok({ tickets, unread_count: 1, pagination: pagination(tickets.length) }));
    api.on('GET /tickets/12', ok(tickets[0]));
    api.on('POST /tickets/12/read', ok({ unread_count: 0 }));
    return renderAt(
      <Routes>
        <Route path="/tickets" element={<TicketsPage />} />
        <Route path="/tickets/:id" element={<TicketPage />} />
      </Routes>,
      address,
    );
  };

  it('should list tickets with what they are about, their state and what is unread', async () => {
    show('/tickets');
    const [, row] = await screen.findAllByRole('row');
    expect(within(row!).getByRole('link', { name: 'No connection' })).toHaveAttribute(
      'href',
      '/tickets/12',
    );
    for (const text of ['Answered', '1 unread', '#12, Proxy #4'])
      expect(within(row!).getByText(text)).toBeVisible();
  });

  it('should write about the proxy in sight, with a file', async () => {
    api.on('POST /tickets/attachments', ok({ id: 5, name: 'a.txt', type: 'text/plain', size: 2 }));
    api.on(OPEN, ok(ticket(), 'Your message was sent to support.'));
    const { router } = show('/tickets?new=1&proxy_id=4', []);
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Proxy #4')).toBeVisible();
    await person.type(dialog.getByLabelText('Subject'), 'No connection');
    await person.type(dialog.getByLabelText('Message'), 'It answers 407.');
    await person.upload(dialog.getByLabelText('Files to attach'), new File(['{}'], 'a.txt'));
    await dialog.findByText('a.txt');
    await person.click(dialog.getByRole('button', { name: 'Send message' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/tickets/12'));
    expect(api.calls(OPEN)[0]!.body).toEqual({
      subject: 'No connection',
      body: 'It answers 407.',
      context: { proxy_id: 4 },
      attachment_ids: [5],
    });
  });

  it('should show the conversation, mark it as read and send a message', async () => {
    api.on('POST /tickets/12/messages', ok(ticket(), 'Your message was sent to support.'));
    show('/tickets/12');
    const list = await screen.findByRole('list', { name: 'Messages' });
    expect((await within(list).findByText('curl')).tagName).toBe('CODE');
    // No link in what a customer writes.
    expect(within(list).getAllByRole('link')).toHaveLength(1);
    expect(within(list).getByRole('link')).toHaveAttribute('href', 'https://help.example');
    await waitFor(() =>
      expect(api.calls('POST /tickets/12/read')[0]?.body).toEqual({ message_id: 2 }),
    );
    expect(within(list).getByRole('button', { name: 'log.txt (2 KB)' })).toBeVisible();
    api.on('POST /tickets/attachments', ok({ id: 5, name: 'a.txt', type: 'text/plain', size: 2 }));
    await person.upload(screen.getByLabelText('Files to attach'), new File(['{}'], 'a.txt'));
    expect(await screen.findByText('a.txt')).toBeVisible();
    await person.type(screen.getByRole('textbox', { name: 'Your message' }), 'It works now.');
    await person.click(screen.getByRole('button', { name: 'Send message' }));
    await waitFor(() =>
      expect(api.calls('POST /tickets/12/messages')[0]?.body).toEqual({
        body: 'It works now.',
        attachment_ids: [5],
      }),
    );
  });

  it('should say that there is no such ticket', async () => {
    show('/tickets/13');
    api.on('GET /tickets/13', errorReply(404, { code: 'TICKET_NOT_FOUND' }));
    expect(await screen.findByText('No such ticket')).toBeVisible();
  });
});
