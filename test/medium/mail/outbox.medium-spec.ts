import { TidyMailProcessor } from '../../../src/mail/tidy-mail.processor';
import { JobQueue } from '../../../src/queue/job-queue';
import { freePort } from '../../support/ports';
import { openMailRoom, startMailServer, type MailRoom, type MailServer } from './mail-app';

describe('The outbox', () => {
  let room: MailRoom;
  let server: MailServer;

  beforeAll(async () => {
    room = await openMailRoom({ SANDBOX: 'false', MAIL_FROM: 'shop@example.com' });
  });
  beforeEach(async () => {
    server = await startMailServer();
    Object.assign(room.settings.values, {
      smtpHost: '127.0.0.1',
      smtpPort: server.port,
      smtpUsername: null,
      smtpPassword: null,
    });
  });
  afterEach(() => server.close());
  afterAll(() => room.close());

  it('hands a mail to the SMTP server once and wipes what it said', async () => {
    const id = await room.enqueue('ada@example.com', { subject: 'Ọjọ́ ayọ̀ ₦' });
    expect((await room.row(id)).body).not.toContain('words');
    await Promise.all([1, 2, 3].map(() => room.dispatcher.send(id)));
    await room.dispatcher.send(id);
    expect(server.received).toHaveLength(1);
    const [{ from, to, parsed }] = server.received as [MailServer['received'][number]];
    expect({ from, to }).toEqual({ from: 'shop@example.com', to: ['ada@example.com'] });
    expect(parsed).toMatchObject({
      subject: 'Ọjọ́ ayọ̀ ₦',
      from: { name: 'NairaProxy', address: 'shop@example.com' },
      text: expect.stringContaining('Plain words'),
      html: expect.stringContaining('<p>Rich words</p>'),
    });
    expect(await room.row(id)).toMatchObject({ status: 'sent', body: null, last_error: null });
  });

  it('lets answers go elsewhere, to one plain address', async () => {
    const write = (replyTo: string) =>
      room.uow.run(() =>
        room.mail.enqueue({ to: 'help@example.com', subject: 's', text: 't', html: 'h', replyTo }),
      );
    await write('ada@example.com');
    const [row] = await room.sql<{ id: number }>('SELECT max(id) AS id FROM mail_message');
    await room.dispatcher.send(row!.id);
    expect(server.received[0]!.parsed.replyTo).toEqual([
      expect.objectContaining({ address: 'ada@example.com' }),
    ]);
    for (const bad of [
      'ada@example.com\r\nBcc: eve@example.com',
      'a@example.com, b@example.com',
      '',
    ])
      await expect(write(bad)).rejects.toThrow('one plain address');
  });

  it('sends nothing of a unit of work that rolls back', async () => {
    const before = await room.sql('SELECT id FROM mail_message');
    await expect(
      room.uow.run(async () => {
        await room.mail.enqueue({ to: 'ada@example.com', subject: 's', text: 't', html: 'h' });
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await room.sql('SELECT id FROM mail_message')).toEqual(before);
  });

  it.each([
    'ada@example.com\r\nBcc: eve@example.com',
    'ada@example.com, eve@example.com',
    'Ada <ada@example.com>',
    '',
  ])('takes one plain address only, not %j', async (to) => {
    await expect(room.enqueue(to)).rejects.toThrow('one plain address');
  });

  it('lets no subject become a header', async () => {
    const id = await room.enqueue('ada@example.com', {
      subject: 'Hello\r\nBcc: eve@example.com\r\n\r\nbody',
    });
    await room.dispatcher.send(id);
    const [{ to, parsed }] = server.received as [MailServer['received'][number]];
    expect(to).toEqual(['ada@example.com']);
    expect(parsed.bcc).toBeUndefined();
    expect(parsed.subject).toBe('Hello Bcc: eve@example.com body');
  });

  it('signs in with the login of the settings, and waits while it is wrong', async () => {
    await server.close();
    server = await startMailServer({ user: 'shop', pass: 's3cret' });
    Object.assign(room.settings.values, {
      smtpPort: server.port,
      smtpUsername: 'shop',
      smtpPassword: 'wrong',
    });
    const id = await room.enqueue('ada@example.com');
    await room.dispatcher.send(id);
    expect(await room.row(id)).toMatchObject({
      status: 'queued',
      attempts: 1,
      last_error: expect.stringContaining('EAUTH'),
    });
    expect(JSON.stringify(await room.row(id))).not.toContain('wrong');
    room.settings.values = { ...room.settings.values, smtpPassword: 's3cret' };
    await room.makeDue();
    await room.dispatcher.send(id);
    expect(server.received[0]!.user).toBe('shop');
    expect((await room.row(id)).status).toBe('sent');
  });

  it('tries later and later while the server says not now, and is not early', async () => {
    server.refuseWith = { code: 451, text: 'Try later' };
    const id = await room.enqueue('ada@example.com');
    for (const [index, wait] of [30, 60, 120].entries()) {
      const [{ began }] = (await room.sql('SELECT now() AS began')) as [{ began: Date }];
      await room.dispatcher.send(id);
      await room.dispatcher.send(id);
      const [row] = await room.sql<{ attempts: number; soonest: boolean; latest: boolean }>(
        `SELECT attempts, next_attempt_at >= $2::timestamptz + make_interval(secs => $3) AS soonest,
                next_attempt_at <= now() + make_interval(secs => $3) AS latest
         FROM mail_message WHERE id = $1`,
        [id, began, wait],
      );
      expect(row).toEqual({ attempts: index + 1, soonest: true, latest: true });
      await room.makeDue();
    }
    server.refuseWith = null;
    await room.dispatcher.send(id);
    expect((await room.row(id)).status).toBe('sent');
  });

  it('gives up a mail whose recipient does not exist, and forgets what it said', async () => {
    server.refuseWith = { code: 550, text: 'No such user' };
    const id = await room.enqueue('nobody@example.com');
    await room.dispatcher.send(id);
    expect(await room.row(id)).toMatchObject({ status: 'failed', body: null });
  });

  it('survives a server that is away or silent', async () => {
    room.settings.values = { ...room.settings.values, smtpPort: await freePort() };
    const id = await room.enqueue('ada@example.com');
    await room.dispatcher.send(id);
    expect(await room.row(id)).toMatchObject({ status: 'queued', attempts: 1 });
  });

  it('keeps mail while no server is set, and sends it once there is one', async () => {
    room.settings.values = { ...room.settings.values, smtpHost: null };
    const id = await room.enqueue('ada@example.com');
    await room.dispatcher.send(id);
    expect(await room.row(id)).toMatchObject({
      status: 'queued',
      last_error: expect.stringContaining('No mail server is set'),
    });
    room.settings.values = { ...room.settings.values, smtpHost: '127.0.0.1' };
    await room.makeDue();
    await room.dispatcher.send(id);
    expect((await room.row(id)).status).toBe('sent');
  });

  it('finds again what a crash in the middle of sending left behind', async () => {
    const id = await room.enqueue('ada@example.com');
    await room.sql(
      `UPDATE mail_message SET attempts = 1, next_attempt_at = now() + interval '1 minute' WHERE id = $1`,
      [id],
    );
    await room.dispatcher.send(id);
    expect(server.received).toHaveLength(0);
    await room.makeDue();
    const queue = room.module.get(JobQueue);
    const before = (await queue.depth()).background!.waiting;
    await room.dispatcher.sweep();
    expect((await queue.depth()).background!.waiting).toBeGreaterThan(before);
    await room.dispatcher.send(id);
    expect(server.received).toHaveLength(1);
  });

  it('forgets what was sent or given up long ago, and nothing that is still to be sent', async () => {
    await room.sql('DELETE FROM mail_message');
    for (const [status, sentDays, writtenDays] of [
      ['sent', 31, 31],
      ['sent', 29, 31],
      ['failed', null, 91],
      ['failed', null, 89],
      ['queued', null, 400],
    ])
      await room.sql(
        `INSERT INTO mail_message (recipient, subject, status, created_at, sent_at)
         VALUES ('ada@example.com', concat_ws(' ', $1::text, $2::int, $3::int), $1,
                 now() - make_interval(days => $3), now() - make_interval(days => $2))`,
        [status, sentDays, writtenDays],
      );
    // More than are deleted at a time.
    await room.sql(
      `INSERT INTO mail_message (recipient, subject, status, created_at, sent_at)
       SELECT 'ada@example.com', 'bulk', 'sent', now() - interval '40 days', now() - interval '40 days'
       FROM generate_series(1, 5001)`,
    );
    await room.module.get(TidyMailProcessor).handle();
    const left = await room.sql('SELECT subject FROM mail_message ORDER BY id');
    expect(left.map(({ subject }) => subject)).toEqual(['sent 29 31', 'failed 89', 'queued 400']);
    await room.sql('DELETE FROM mail_message');
  });

  it('shows nobody an inbox outside the sandbox', async () => {
    await expect(room.mail.inbox()).rejects.toThrow('sandbox');
  });
});

describe('The sandbox inbox', () => {
  let room: MailRoom;
  beforeAll(async () => {
    room = await openMailRoom({ SANDBOX: 'true' });
  });
  afterAll(() => room.close());

  it('shows mail the moment it is written, newest first, and keeps it when sent', async () => {
    const first = await room.enqueue('ada@example.com', { subject: 'One' });
    await room.enqueue('eve@example.com', { subject: 'Two' });
    const seen = await room.mail.inbox();
    expect(seen).toEqual([
      expect.objectContaining({ to: 'eve@example.com', subject: 'Two' }),
      {
        to: 'ada@example.com',
        subject: 'One',
        text: 'Plain words',
        html: '<p>Rich words</p>',
        date: expect.any(Date),
      },
    ]);
    await room.dispatcher.send(first);
    expect((await room.row(first)).status).toBe('sent');
    expect(await room.mail.inbox({ to: 'ADA@example.com' })).toHaveLength(1);
  });

  it('shows mail whose server fails as well', async () => {
    const server = await startMailServer();
    server.refuseWith = { code: 550, text: 'No' };
    Object.assign(room.settings.values, { smtpHost: '127.0.0.1', smtpPort: server.port });
    const id = await room.enqueue('lost@example.com');
    await room.dispatcher.send(id);
    await server.close();
    expect((await room.row(id)).status).toBe('failed');
    expect(await room.mail.inbox({ to: 'lost@example.com' })).toHaveLength(1);
  });
});
