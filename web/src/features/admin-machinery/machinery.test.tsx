import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { setUpApi } from '@/testing/api-server';
import { openedMessages } from '@/testing/messages';
import { renderAt } from '@/testing/render-app';
import { errorReply, ok, pagination } from '@/testing/samples';
import { signInAs } from '@/testing/staff';
import { mockWideViewport } from '@/testing/viewport';
import GatewaysPage from './gateways-page';
import JobsPage from './jobs-page';
import MachineryPage from './machinery-page';
import MailsPage from './mails-page';
import NoticesPage from './notices-page';

const AT = '2026-11-20T07:00:00Z';
const JOBS = 'GET /admin/jobs/failed';
const MAILS = 'GET /admin/mails';
const NOTICES = 'GET /admin/payment-notices';

const job = (id: string, over = {}) => ({
  ...{ id, queue: 'mail', name: 'mail.send', payload: { mailId: 7 }, attempts: 6 },
  ...{ reason: 'Connection refused', failed_at: AT, ...over },
});
const mail = (id: number, over = {}) => ({
  ...{ id, recipient: 'ada@example.com', user_id: 5, subject: 'Your receipt', status: 'queued' },
  ...{ attempts: 2, last_error: 'Mailbox full', created_at: AT, sent_at: null },
  ...{ next_attempt_at: AT, can_retry: true, ...over },
});
const notice = (id: number, over = {}) => ({
  ...{ id, event: 'charge.success', reference: `REF-${id}`, status: 'parked', deliveries: 2 },
  ...{ attempts: 20, last_error: 'No answer', received_at: AT, processed_at: null },
  ...{ next_attempt_at: null, transaction_id: null, ...over },
});

describe('The machinery', () => {
  const api = setUpApi(() => signInAs('admin'));
  mockWideViewport();
  const user = userEvent.setup({ delay: null });

  const serveNotices = (notices: object[], lastAt: string | null = null) =>
    api.on(
      NOTICES,
      ok({ notices, refused: { entries: 1, last_at: lastAt }, pagination: pagination(1) }),
    );

  /** Chooses an action, gives a reason and waits until it is done. */
  const confirm = async (verb: string): Promise<void> => {
    const dialog = within(await screen.findByRole('dialog'));
    const open = dialog.queryByRole('button', { name: verb });
    if (!dialog.queryByLabelText('Reason')) await user.click(open!);
    await user.type(dialog.getByLabelText('Reason'), 'Checked it');
    await user.click(dialog.getByRole('button', { name: verb }));
    await waitFor(() => expect(openedMessages()).toEqual(['Done.']));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  };
  const expectCall = (route: string, body: object): void =>
    expect(api.calls(route).map((call) => call.body)).toEqual([body]);
  const answer = (route: string) => api.on(route, { body: { success: true, message: 'Done.' } });

  it.each([
    ['Retry', 'POST /admin/jobs/mail/send-1/retry'],
    ['Discard', 'DELETE /admin/jobs/mail/send-1'],
  ])('shows why a job failed, and offers: %s', async (verb, route) => {
    const other = job('x', { name: 'payments.reconcile', queue: 'payments', payload: {} });
    api.on(JOBS, ok({ jobs: [job('send-1'), other], pagination: pagination(2) }));
    answer(route);
    renderAt(<JobsPage />, '/admin/jobs');
    await user.click(await screen.findByRole('button', { name: 'Details of job send-1' }));
    const dialog = within(await screen.findByRole('dialog'));
    for (const text of ['mail.send', 'mailId 7', 'Connection refused'])
      expect(dialog.getByText(text)).toBeVisible();
    await confirm(verb);
    expectCall(route, { reason: 'Checked it' });
  });

  it.each([
    ['Retry all', 'retry'],
    ['Discard all', 'dismiss'],
  ])('handles all jobs that an alert is about: %s', async (verb, path) => {
    api.on(JOBS, ok({ jobs: [job('1'), job('2')], pagination: pagination(2) }));
    const route = `POST /admin/failed-jobs/${path}`;
    answer(route);
    renderAt(<JobsPage />, '/admin/jobs?search=mail.send');
    await user.click(await screen.findByRole('button', { name: verb }));
    expect(api.calls(JOBS)[0]?.query.get('search')).toBe('mail.send');
    await confirm(verb);
    expectCall(route, { job: 'mail.send', reason: 'Checked it' });
  });

  it('sends a waiting email now, and none that is sent', async () => {
    const sent = mail(8, { status: 'sent', can_retry: false, recipient: null, user_id: null });
    api.on(MAILS, ok({ mails: [mail(7), sent], pagination: pagination(2) }));
    answer('POST /admin/mails/7/retry');
    renderAt(<MailsPage />, '/admin/mails?status=stuck');
    expect(await screen.findByRole('link', { name: 'ada@example.com' })).toHaveAttribute(
      'href',
      '/admin/userprofile?id=5',
    );
    expect(screen.getByText('Hidden')).toBeVisible();
    expect(api.calls(MAILS)[0]?.query.get('status')).toBe('stuck');
    await user.click(screen.getByRole('button', { name: 'Details of email 8' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.queryByRole('button', { name: 'Send now' })).not.toBeInTheDocument();
    await user.click(dialog.getAllByRole('button', { name: 'Close' })[0]!);
    await user.click(screen.getByRole('button', { name: 'Details of email 7' }));
    await confirm('Send now');
    expectCall('POST /admin/mails/7/retry', { reason: 'Checked it' });
  });

  it.each([
    ['Try again', 'retry'],
    ['Dismiss', 'dismiss'],
  ])('handles parked notifications, one or all: %s', async (verb, path) => {
    serveNotices([notice(4), notice(3, { status: 'processed', transaction_id: 31 })]);
    const [one, all] = [
      `POST /admin/payment-notices/4/${path}`,
      `POST /admin/payment-notices/${path}`,
    ];
    answer(one);
    answer(all);
    renderAt(<NoticesPage />, '/admin/payment-notices?status=parked');
    await user.click(await screen.findByRole('button', { name: 'Details of notification 4' }));
    await confirm(verb);
    expectCall(one, { reason: 'Checked it' });
    await user.click(screen.getByRole('button', { name: 'All parked…' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: verb }));
    await user.type(dialog.getByLabelText('Reason'), 'Checked it');
    await user.click(dialog.getByRole('button', { name: verb }));
    await waitFor(() => expectCall(all, { reason: 'Checked it' }));
  });

  it('tells of refused notifications, and offers nothing where nothing is to do', async () => {
    serveNotices([notice(4, { status: 'waiting', transaction_id: 31 })], AT);
    renderAt(<NoticesPage />, '/admin/payment-notices');
    expect(await screen.findByText('Calls with a wrong signature were refused')).toBeVisible();
    expect(screen.getByRole('link', { name: 'REF-4' })).toHaveAttribute(
      'href',
      '/admin/transactions?transaction=31',
    );
    expect(screen.queryByRole('button', { name: 'All parked…' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Details of notification 4' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.queryByRole('button', { name: 'Dismiss' })).not.toBeInTheDocument();
  });

  it('shows what each gateway carries, and drains the only live one after a warning', async () => {
    const gateway = (id: string, over = {}) => ({
      ...{ id, region: 'lagos', machine: 'here', public_host: 'localhost', version: '1.2.3' },
      ...{ status: 'live', started_at: AT, heartbeat_at: AT, drain_requested_at: null, exits: 4 },
      ...{ connections: 12, bytes_per_second: 2048, ...over },
    });
    const drained = { status: 'draining', drain_requested_at: AT, connections: 0 };
    const silent = { status: 'silent', connections: null, bytes_per_second: null };
    api.on(
      'GET /admin/gateways',
      ok({ gateways: [gateway('one'), gateway('two', drained), gateway('three', silent)] }),
    );
    answer('POST /admin/gateways/one/drain');
    answer('POST /admin/gateways/two/resume');
    renderAt(<GatewaysPage />, '/admin/gateways');
    for (const text of ['12', '2 KB/s', 'Drained', 'Silent', 'No answer'])
      expect((await screen.findAllByText(text))[0]).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Drain one' }));
    expect(await screen.findByText(/No other gateway is live/)).toBeVisible();
    await confirm('Drain');
    expectCall('POST /admin/gateways/one/drain', { reason: 'Checked it' });
    await user.click(screen.getByRole('button', { name: 'Resume two' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Reason'), 'Checked it');
    await user.click(dialog.getByRole('button', { name: 'Resume' }));
    await waitFor(() => expectCall('POST /admin/gateways/two/resume', { reason: 'Checked it' }));
  });

  it('shows heartbeats, queues, and what is too old or missing', async () => {
    api.on(
      'GET /admin/machinery',
      ok({
        processes: [{ process: 'worker', instance: 'w:1', last_at: AT, is_live: false }],
        seal: { day: '2020-03-31', at: '2020-04-01T00:00:00Z' },
        ...{ backup: null, archive: null },
      }),
    );
    const queue = {
      name: 'mail',
      waiting: 3,
      active: 1,
      delayed: 2,
      failed: 2,
      oldest_seconds: 180,
    };
    api.on('GET /admin/jobs', ok({ queues: [queue] }));
    renderAt(<MachineryPage />, '/admin/machinery');
    for (const text of ['Gone', 'Old', '3 min', /None recorded/])
      expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByRole('link', { name: '2 failed' })).toHaveAttribute(
      'href',
      '/admin/jobs?queue=mail',
    );
  });

  it.each<[string, ComponentType, string, string]>([
    [JOBS, JobsPage, 'jobs', 'No job has failed'],
    [MAILS, MailsPage, 'mails', 'No email yet'],
    [NOTICES, NoticesPage, 'notices', 'No notification yet'],
  ])('tells of an empty list and of a failure: %s', async (route, Page, name, empty) => {
    const none = { [name]: [], refused: { entries: 0, last_at: null } };
    api.on(route, ok({ ...none, pagination: { ...pagination(0), total: 0 } }));
    const { unmount } = renderAt(<Page />, '/admin/jobs');
    expect(await screen.findByText(empty)).toBeVisible();
    unmount();
    api.on(route, errorReply(503, { code: 'X', message: 'The queues did not answer.' }));
    renderAt(<Page />, '/admin/jobs');
    expect(await screen.findByText('The queues did not answer.')).toBeVisible();
    expect(screen.getByRole('button', { name: /again/i })).toBeVisible();
  });
});
