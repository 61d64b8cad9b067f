import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import type { AdminTicketData } from '@/api/generated/api.schemas';
import { setUpApi } from '@/testing/api-server';
import { selectOption } from '@/testing/choices';
import { person } from '@/testing/person';
import { renderAt } from '@/testing/render-app';
import { errorReply, ok, pagination } from '@/testing/samples';
import { signInAs } from '@/testing/staff';
import { mockWideViewport } from '@/testing/viewport';
import SupportPage from './support-page';
import TicketPage from './ticket-page';
import { formatDuration } from './tickets';

const LIST = 'GET /admin/tickets';
const REPLY = 'POST /admin/tickets/12/messages';
const CHANGE = 'PUT /admin/tickets/12';
const AT = '2026-11-20T10:00:00Z';

const ticket = (over: Partial<AdminTicketData> = {}): AdminTicketData => ({
  ...{ id: 12, subject: 'No connection', status: 'open', unread_count: 1, tags: ['refund'] },
  context: { proxy_id: 4, order_id: null, reference: 'TOPUP-1' },
  ...{ created_at: AT, updated_at: AT, first_response_at: null, assignee: null, others: [] },
  customer: { id: 7, name: 'Ada Obi', email: 'ada@example.com' },
  agents: [
    { id: 1, name: 'Chief Admin' },
    { id: 5, name: 'Bola Ade' },
  ],
  messages: [
    {
      ...{ id: 1, author_id: 7, is_staff: false, internal: false, author: 'Ada Obi' },
      ...{ body: 'It answers 407.', attachments: [], created_at: AT },
    },
    {
      ...{ id: 2, author_id: 5, is_staff: true, internal: true, author: 'Bola Ade' },
      ...{ body: 'Wrong password?', attachments: [], created_at: AT },
    },
  ],
  ...over,
});

const reply = { id: 4, title: 'Wrong password', body: 'Hello {name}, copy it again.' };

const statistics = {
  ...{ open: 3, unassigned: 2, mine: 1, unread: 1 },
  ...{ first_response_median: 720, first_response_p90: 7200 },
};

describe('Support of staff', () => {
  const api = setUpApi(() => signInAs('admin'));
  mockWideViewport();

  const show = (address: string) => {
    const tickets = [ticket()];
    const data = { tickets, statistics, tags: ['refund'], pagination: pagination(1) };
    api.on(LIST, ok(data));
    api.on('GET /admin/tickets/12', ok(tickets[0]));
    api.on('POST /admin/tickets/12/read', ok({ unread_count: 0 }));
    api.on('GET /admin/canned-replies', ok({ replies: [reply] }));
    return renderAt(
      <Routes>
        <Route path="/admin/support" element={<SupportPage />} />
        <Route path="/admin/support/:id" element={<TicketPage />} />
      </Routes>,
      address,
    );
  };
  const lastQuery = () => Object.fromEntries(api.calls(LIST).at(-1)?.query ?? []);

  it('should list what waits for staff, with counts and the time to the first reply', async () => {
    show('/admin/support');
    const [, row] = await screen.findAllByRole('row');
    expect(lastQuery()).toEqual({ page: '1', status: 'open', per_page: '20' });
    for (const text of ['Ada Obi', 'Open', 'Nobody', 'refund', '#12, Proxy #4, Reference TOPUP-1'])
      expect(within(row!).getByText(text)).toBeVisible();
    expect(screen.getByText(/3 open, 2 unassigned, 1 yours, 1 unread/)).toHaveTextContent(
      'First reply of the last 30 days: 12 min median, 90% within 2 h.',
    );
    await selectOption('Assignee', 'Nobody');
    await waitFor(() => expect(lastQuery()).toMatchObject({ assignee: 'none' }));
  });

  it('should tell who wrote meanwhile and keep the answer, and mark notes', async () => {
    const message = 'Bola Ade wrote in this ticket after you opened it.';
    api.on(REPLY, errorReply(409, { code: 'TICKET_ANSWERED', message }));
    show('/admin/support/12');
    expect(await screen.findByText('Internal note', { selector: 'li span' })).toBeVisible();
    const input = screen.getByRole('textbox', { name: 'Reply to customer' });
    await person.type(input, 'Try again');
    await person.click(screen.getByRole('button', { name: 'Send reply' }));
    expect(await screen.findByText(message)).toBeVisible();
    expect(input).toHaveValue('Try again');
    api.on(REPLY, ok(ticket(), 'Note added.'));
    await person.click(screen.getByRole('radio', { name: 'Internal note' }));
    await person.click(screen.getByRole('button', { name: 'Add note' }));
    await waitFor(() => expect(input).toHaveValue(''));
    expect(api.calls(REPLY).map(({ body }) => body)).toEqual([
      { body: 'Try again', internal: false, last_message_id: 2, attachment_ids: [] },
      { body: 'Try again', internal: true, last_message_id: 2, attachment_ids: [] },
    ]);
  });

  it('should insert a canned reply with the name of the customer, and add one', async () => {
    show('/admin/support/12');
    await selectOption('Insert a canned reply', 'Wrong password');
    expect(screen.getByRole('textbox', { name: 'Reply to customer' })).toHaveValue(
      'Hello Ada, copy it again.',
    );
  });

  it('should keep canned replies', async () => {
    api.on('POST /admin/canned-replies', ok(reply, 'Reply saved.'));
    show('/admin/support');
    await person.click(await screen.findByRole('button', { name: 'Canned replies' }));
    expect(await screen.findByRole('button', { name: 'Edit Wrong password' })).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'New reply' }));
    await person.type(screen.getByLabelText('Title'), 'Slow');
    await person.type(screen.getByLabelText('Text'), 'Try another place.');
    await person.click(screen.getByRole('button', { name: 'Save reply' }));
    expect(await screen.findByText('Reply saved.')).toBeVisible();
    expect(api.calls('POST /admin/canned-replies')[0]!.body).toEqual({
      title: 'Slow',
      body: 'Try another place.',
    });
  });

  it('should change assignee and status, and link to what the ticket is about', async () => {
    api.on(CHANGE, ok(ticket(), 'Ticket updated.'));
    show('/admin/support/12');
    expect(await screen.findByRole('link', { name: 'Proxy #4' })).toHaveAttribute(
      'href',
      '/admin/proxies/4',
    );
    await selectOption('Assignee', 'Bola Ade');
    await waitFor(() => expect(api.calls(CHANGE)).toHaveLength(1));
    await screen.findByText('Ticket updated.');
    await selectOption('Status', 'Closed');
    await waitFor(() =>
      expect(api.calls(CHANGE).map(({ body }) => body)).toEqual([
        { assignee_id: 5 },
        { status: 'closed' },
      ]),
    );
  });

  it('should say durations in their largest unit', () => {
    expect([20, 720, 7200, 200_000].map(formatDuration)).toEqual([
      '1 min',
      '12 min',
      '2 h',
      '2 days',
    ]);
  });
});
