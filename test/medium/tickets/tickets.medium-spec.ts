import { NotificationsJobsModule } from '../../../src/notifications/notifications-jobs.module';
import { NotificationsService } from '../../../src/notifications/notifications.service';
import { MailService } from '../../../src/mail/mail.service';
import type { Customer, CustomerApi } from '../../support/customer-api';
import { waitForLockWaits } from '../../support/lock-waits';
import { addProxy } from '../proxies/bought-proxy';
import { openTicketsApi, type TicketsApi } from './tickets-test-app';
import { createTestModule } from '../../support/testing-module';

describe('Tickets', () => {
  let tickets: TicketsApi;
  let api: CustomerApi;
  let ada: Customer;
  let bola: Customer;
  let chief: Customer;

  beforeAll(async () => {
    tickets = await openTicketsApi({
      SUPPORT_REPLY_ADDRESS: 'reply@shop.example',
    });
    ({ api, bola, chief } = tickets);
  });
  beforeEach(async () => {
    ada = await api.customer();
  });
  afterAll(() => api.close());

  it('should receive no mail without a secret, and read none that is larger than another body', async () => {
    const deliver = async (bytes: number) =>
      (
        await api.app.inject({
          ...{ method: 'POST', url: '/api/v1/tickets/inbound', payload: Buffer.alloc(bytes, 'x') },
          headers: { 'content-type': 'message/rfc822', 'x-inbound-secret': 'guess' },
        })
      ).statusCode;
    expect([await deliver(100), await deliver(3 * 2 ** 20)]).toEqual([404, 413]);
  });

  const call: TicketsApi['call'] = (...args) => tickets.call(...args);
  const open = (who = ada, over: object = {}) => tickets.open(who, over);
  const answer: TicketsApi['answer'] = (...args) => tickets.answer(...args);
  const listOf = async (who: Customer, path: string) =>
    (await call(who, 'GET', path)).body.data as unknown as {
      tickets: Record<string, unknown>[];
      statistics: Record<string, number>;
      unread_count: number;
    };

  it('should open a ticket about a proxy, with the answers of staff and without their notes', async () => {
    const { proxyId } = await addProxy(api, ada, { username: `t${ada.id}`, expiresAt: 'tomorrow' });
    const opened = await open(ada, { context: { proxy_id: proxyId, reference: 'TOPUP-1' } });
    expect(opened).toMatchObject({
      status: 201,
      body: { message: 'Your message was sent to support.' },
      data: {
        status: 'open',
        context: { proxy_id: proxyId, order_id: null, reference: 'TOPUP-1' },
        messages: [{ author: 'Ada Obi', is_staff: false, body: 'It answers 407.' }],
      },
    });
    const { id } = opened.data;
    await answer(bola, id, { body: 'Wrong password?', internal: true });
    const [noted] = (await listOf(bola, `/admin/tickets?search=%23${id}`)).tickets;
    expect(noted).toMatchObject({ status: 'open', assignee: null, first_response_at: null });
    const answered = await answer(bola, id);
    expect(answered.data).toMatchObject({
      ...{ status: 'waiting', assignee: { id: bola.id, name: 'Bola Ade' } },
      messages: [{ internal: false }, { internal: true, author: 'Bola Ade' }, { internal: false }],
    });
    expect((await call(ada, 'GET', `/tickets/${id}`)).data).toMatchObject({
      ...{ status: 'waiting', unread_count: 1 },
      messages: [{}, { author: 'Bola', is_staff: true, body: 'Try again now.' }],
    });
    const replied = await call(ada, 'POST', `/tickets/${id}/messages`, { body: 'It works.' });
    expect([replied.data.status, replied.data.unread_count]).toEqual(['open', 0]);
    const [row] = await api.sql(
      `SELECT array_agg(action ORDER BY id) AS actions FROM audit_log WHERE target = $1`,
      [`ticket:${id}`],
    );
    expect(row).toEqual({
      actions: ['user.ticket_opened', 'user.ticket_handled', 'user.ticket_handled'],
    });
  });

  it('should count unread messages of each side until they are read', async () => {
    const { id } = (await open()).data;
    await answer(chief, id);
    const before = await call(ada, 'GET', `/tickets/${id}`);
    await answer(chief, id);
    expect(await listOf(ada, '/tickets')).toMatchObject({ unread_count: 2 });
    const seen = { message_id: before.data.messages.at(-1)!.id };
    const read = await call(ada, 'POST', `/tickets/${id}/read`, seen);
    expect(read.body.data).toEqual({ unread_count: 1 });
    const [row] = (await listOf(chief, `/admin/tickets?search=%23${id}&unread=true`)).tickets;
    expect(row).toMatchObject({ unread_count: 1 });
    await call(chief, 'POST', `/admin/tickets/${id}/read`, seen);
    expect((await listOf(chief, `/admin/tickets?search=%23${id}&unread=true`)).tickets).toEqual([]);
  });

  it('should refuse the second of two answers at once', async () => {
    const { id, messages } = (await open()).data;
    const last_message_id = messages.at(-1)!.id;
    const held = Promise.all([
      answer(bola, id, { last_message_id }),
      answer(chief, id, { last_message_id }),
    ]);
    const answers = await held;
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const refused = answers.find(({ status }) => status === 409)!;
    expect(refused.body).toMatchObject({
      code: 'TICKET_ANSWERED',
      message: expect.stringMatching(/^(Bola Ade|Chief Admin) wrote in this ticket after you/),
    });
    const note = await answer(bola, id, { last_message_id, internal: true });
    const { length } = note.data.messages;
    expect([note.status, length]).toEqual([201, 3]);
    const own = note.data.messages[1]!.author === 'Bola Ade' ? bola : chief;
    expect((await answer(own, id, { last_message_id })).status).toBe(201);
  });

  it('should close and reopen, and list by status with the longest waiting first', async () => {
    const first = (await open(ada, { subject: 'First' })).data.id;
    const second = (await open(ada, { subject: 'Second' })).data.id;
    const closed = await call(ada, 'POST', `/tickets/${second}/close`);
    expect([closed.status, closed.data.status]).toEqual([200, 'closed']);
    expect(await call(ada, 'POST', `/tickets/${second}/close`)).toMatchObject({
      status: 409,
      body: { code: 'TICKET_CLOSED' },
    });
    expect((await listOf(ada, '/tickets?status=closed')).tickets).toMatchObject([{ id: second }]);
    expect((await listOf(ada, '/tickets?search=firs')).tickets).toMatchObject([{ id: first }]);
    await call(ada, 'POST', `/tickets/${second}/messages`, { body: 'Once more.' });
    const path = `/admin/tickets?search=${encodeURIComponent(ada.email)}`;
    const ids = async (query: string) =>
      (await listOf(bola, path + query)).tickets.map(({ id }) => id);
    expect(await ids('&status=open')).toEqual([first, second]);
    expect(await ids('')).toEqual([second, first]);
  });

  it('should change status, assignee and tags, and filter by them', async () => {
    const { id } = (await open()).data;
    const change = { status: 'waiting', assignee_id: bola.id, tags: ['Refund ', 'vip'] };
    expect(await call(chief, 'PUT', `/admin/tickets/${id}`, change)).toMatchObject({
      status: 200,
      data: { status: 'waiting', assignee: { id: bola.id }, tags: ['refund', 'vip'] },
    });
    const ids = async (who: Customer, query: string) =>
      (await listOf(who, `/admin/tickets?tag=refund${query}`)).tickets.map((row) => row.id);
    expect(await ids(bola, '&assignee=me')).toEqual([id]);
    expect(await ids(chief, '&assignee=me')).toEqual([]);
    await call(chief, 'PUT', `/admin/tickets/${id}`, { assignee_id: null });
    expect(await ids(chief, '&assignee=none')).toEqual([id]);
    for (const assignee_id of [ada.id, (await tickets.staff('Reader', ['users.read'])).id])
      expect(await call(chief, 'PUT', `/admin/tickets/${id}`, { assignee_id })).toMatchObject({
        status: 422,
        body: { errors: { assignee_id: [expect.any(String)] } },
      });
    const [{ changes }] = (await api.sql(
      `SELECT changes FROM audit_log WHERE target = $1 AND changes IS NOT NULL ORDER BY id LIMIT 1`,
      [`ticket:${id}`],
    )) as [{ changes: object }];
    expect(JSON.stringify(changes)).toContain('waiting');
  });

  it('should show nothing to others, and take no proxy or order of others', async () => {
    const eve = await api.customer('Eve');
    const { id } = (await open()).data;
    const { proxyId } = await addProxy(api, ada, { username: `o${ada.id}`, expiresAt: 'tomorrow' });
    const unknown = { status: 404, body: { code: 'TICKET_NOT_FOUND' } };
    expect(await call(eve, 'GET', `/tickets/${id}`)).toMatchObject(unknown);
    expect(await call(eve, 'POST', `/tickets/${id}/close`)).toMatchObject(unknown);
    expect(await call(eve, 'POST', `/tickets/${id}/messages`, { body: 'x' })).toMatchObject(
      unknown,
    );
    expect(await call(eve, 'POST', `/tickets/${id}/read`, { message_id: 1 })).toMatchObject(
      unknown,
    );
    expect((await listOf(eve, '/tickets')).tickets).toEqual([]);
    expect(await open(eve, { context: { proxy_id: proxyId } })).toMatchObject({
      status: 404,
      body: { code: 'TICKET_CONTEXT_NOT_FOUND' },
    });
    expect((await call(ada, 'GET', `/admin/tickets/${id}`)).status).toBe(403);
    const reader = await tickets.staff('Other Reader', ['users.read']);
    expect((await call(reader, 'GET', '/admin/tickets')).status).toBe(403);
  });

  it('should refuse a ticket beyond twenty open ones, also when they are opened at once', async () => {
    await api.sql(
      `INSERT INTO ticket (user_id, opened_by, subject) SELECT $1, $1, 'Old' FROM generate_series(1, 19)`,
      [ada.id],
    );
    const release = await holdUser(ada.id);
    const both = Promise.all([open(), open()]);
    await waitForLockWaits(api, 2);
    await release();
    expect((await both).map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  /** Locks the row of a user. @returns what lets it go. */
  async function holdUser(id: number): Promise<() => Promise<void>> {
    const { DataSource } = await import('typeorm');
    const runner = api.app.get(DataSource).createQueryRunner();
    await runner.startTransaction();
    await runner.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [id]);
    return async () => {
      await runner.commitTransaction();
      await runner.release();
    };
  }

  it('should tell the median and the 90th percentile of the time to the first answer', async () => {
    await api.sql('UPDATE ticket SET first_response_at = NULL');
    await api.sql(
      `INSERT INTO ticket (user_id, opened_by, subject, first_response_at)
       SELECT $1, $1, 'Answered', now() + make_interval(mins => n) FROM generate_series(1, 11) n`,
      [ada.id],
    );
    expect((await listOf(bola, '/admin/tickets')).statistics).toMatchObject({
      first_response_median: 360,
      first_response_p90: 600,
    });
  });

  it('should be in the export of the account, without notes, and be deleted with it', async () => {
    const { id } = (await open()).data;
    await answer(chief, id, { body: 'A note of staff', internal: true });
    await answer(chief, id, { body: 'The answer' });
    const { body, raw } = await api.call('GET', '/user/export', { token: ada.token });
    expect(body.data).toMatchObject({
      tickets: [{ id, subject: 'No connection' }],
      ticket_messages: [{ body: 'It answers 407.' }, { body: 'The answer', is_staff: true }],
    });
    expect(raw.toString()).not.toContain('A note of staff');
    expect((await api.call('DELETE', '/user', { token: ada.token })).status).toBe(200);
    const rows = await api.sql(
      `SELECT FROM ticket_message WHERE ticket_id = $1 UNION ALL SELECT FROM ticket WHERE id = $1`,
      [id],
    );
    expect(rows).toEqual([]);
  });

  it('should notify the customer of answers, once, in a mail for each ticket', async () => {
    await api.sql('UPDATE ticket_message SET is_due = false');
    const first = (await open(ada, { subject: 'First' })).data.id;
    const second = (await open(ada, { subject: 'Second' })).data.id;
    await answer(bola, first, { body: 'One.\n\nTwo.' });
    await answer(bola, first, { body: 'Three.' });
    await answer(bola, second);
    await answer(bola, second, { body: 'A secret note', internal: true });
    const worker = await createTestModule([NotificationsJobsModule], {
      via: () => Promise.resolve(process.env.DATABASE_URL!),
    });
    const notices = worker.module.get(NotificationsService);
    await Promise.all([notices.sendDue(), notices.sendDue()]);
    const mails = await api.app.get(MailService, { strict: false }).inbox({ to: ada.email });
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      `Re: First [NairaProxy #${first}]`,
      `Re: Second [NairaProxy #${second}]`,
    ]);
    expect(mails.map((mail) => mail.replyTo).join()).toMatch(
      /^reply\+\d+-[0-9a-f]{24}@shop\.example,/,
    );
    const text = mails.map((mail) => mail.text).join();
    for (const part of ['Bola from NairaProxy', 'One.', 'Two.', 'Three.', `/tickets/${first}`])
      expect(text).toContain(part);
    expect(text).not.toContain('secret');
    const inbox = await api.sql(
      `SELECT kind, title, link FROM inbox_message WHERE user_id = $1 ORDER BY link`,
      [ada.id],
    );
    expect(inbox).toEqual([
      { kind: 'ticket', title: 'Support replied: First', link: `/tickets/${first}` },
      { kind: 'ticket', title: 'Support replied: Second', link: `/tickets/${second}` },
    ]);
    await worker.close();
  });
});
