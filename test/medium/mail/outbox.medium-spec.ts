import { MailProcessor } from '../../../src/mail/mail-jobs.module';
import { JobQueue } from '../../../src/queue/job-queue';
import { freePort } from '../../support/ports';
import {
  openMailTestApp,
  startMailServer,
  type MailTestApp,
  type MailServer,
} from './mail-test-app';

describe('Mail outbox', () => {
  let testModule: MailTestApp;
  let server: MailServer;

  beforeAll(async () => {
    testModule = await openMailTestApp({ SANDBOX: 'false', MAIL_FROM: 'shop@example.com' });
  });
  beforeEach(async () => {
    server = await startMailServer();
    Object.assign(testModule.settings.values, {
      smtpHost: '127.0.0.1',
      smtpPort: server.port,
      smtpUsername: null,
      smtpPassword: null,
    });
  });
  afterEach(() => server.close());
  afterAll(() => testModule.close());

  it('should send a mail once and delete its body', async () => {
    const id = await testModule.enqueue('ada@example.com', { subject: 'Ọjọ́ ayọ̀ ₦' });
    expect((await testModule.row(id)).body).not.toContain('words');
    await Promise.all([1, 2, 3].map(() => testModule.dispatcher.send(id)));
    await testModule.dispatcher.send(id);
    expect(server.received).toHaveLength(1);
    const [{ from, to, parsed }] = server.received as [MailServer['received'][number]];
    expect({ from, to }).toEqual({ from: 'shop@example.com', to: ['ada@example.com'] });
    expect(parsed).toMatchObject({
      subject: 'Ọjọ́ ayọ̀ ₦',
      from: { name: 'NairaProxy', address: 'shop@example.com' },
      text: expect.stringContaining('Plain words'),
      html: expect.stringContaining('<p>Rich words</p>'),
    });
    expect(await testModule.row(id)).toMatchObject({
      status: 'sent',
      body: null,
      last_error: null,
    });
  });

  it('should set one plain Reply-To address', async () => {
    const write = (replyTo: string) =>
      testModule.uow.run(() =>
        testModule.mail.enqueue({
          to: 'help@example.com',
          subject: 's',
          text: 't',
          html: 'h',
          replyTo,
        }),
      );
    await write('ada@example.com');
    const [row] = await testModule.sql<{ id: number }>('SELECT max(id) AS id FROM mail_message');
    await testModule.dispatcher.send(row!.id);
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

  it('should send nothing from a rolled back unit of work', async () => {
    const before = await testModule.sql('SELECT id FROM mail_message');
    await expect(
      testModule.uow.run(async () => {
        await testModule.mail.enqueue({
          to: 'ada@example.com',
          subject: 's',
          text: 't',
          html: 'h',
        });
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await testModule.sql('SELECT id FROM mail_message')).toEqual(before);
  });

  it.each([
    'ada@example.com\r\nBcc: eve@example.com',
    'ada@example.com, eve@example.com',
    'Ada <ada@example.com>',
    '',
  ])('should refuse the recipient %j', async (to) => {
    await expect(testModule.enqueue(to)).rejects.toThrow('one plain address');
  });

  it('should prevent header injection through the subject', async () => {
    const id = await testModule.enqueue('ada@example.com', {
      subject: 'Hello\r\nBcc: eve@example.com\r\n\r\nbody',
    });
    await testModule.dispatcher.send(id);
    const [{ to, parsed }] = server.received as [MailServer['received'][number]];
    expect(to).toEqual(['ada@example.com']);
    expect(parsed.bcc).toBeUndefined();
    expect(parsed.subject).toBe('Hello Bcc: eve@example.com body');
  });

  it('should authenticate with the configured login and retry while it is wrong', async () => {
    await server.close();
    server = await startMailServer({ user: 'shop', pass: 's3cret' });
    Object.assign(testModule.settings.values, {
      smtpPort: server.port,
      smtpUsername: 'shop',
      smtpPassword: 'wrong',
    });
    const id = await testModule.enqueue('ada@example.com');
    await testModule.dispatcher.send(id);
    expect(await testModule.row(id)).toMatchObject({
      status: 'queued',
      attempts: 1,
      last_error: expect.stringContaining('EAUTH'),
    });
    expect(JSON.stringify(await testModule.row(id))).not.toContain('wrong');
    testModule.settings.values = { ...testModule.settings.values, smtpPassword: 's3cret' };
    await testModule.makeDue();
    await testModule.dispatcher.send(id);
    expect(server.received[0]!.user).toBe('shop');
    expect((await testModule.row(id)).status).toBe('sent');
  });

  it('should retry with exponential backoff after a temporary failure', async () => {
    server.refuseWith = { code: 451, text: 'Try later' };
    const id = await testModule.enqueue('ada@example.com');
    for (const [index, wait] of [30, 60, 120].entries()) {
      const [{ began }] = (await testModule.sql('SELECT now() AS began')) as [{ began: Date }];
      await testModule.dispatcher.send(id);
      await testModule.dispatcher.send(id);
      const [row] = await testModule.sql<{ attempts: number; soonest: boolean; latest: boolean }>(
        `SELECT attempts, next_attempt_at >= $2::timestamptz + make_interval(secs => $3) AS soonest,
                next_attempt_at <= now() + make_interval(secs => $3) AS latest
         FROM mail_message WHERE id = $1`,
        [id, began, wait],
      );
      expect(row).toEqual({ attempts: index + 1, soonest: true, latest: true });
      await testModule.makeDue();
    }
    server.refuseWith = null;
    await testModule.dispatcher.send(id);
    expect((await testModule.row(id)).status).toBe('sent');
  });

  it('should give up a mail with an unknown recipient and delete its body', async () => {
    server.refuseWith = { code: 550, text: 'No such user' };
    const id = await testModule.enqueue('nobody@example.com');
    await testModule.dispatcher.send(id);
    expect(await testModule.row(id)).toMatchObject({ status: 'failed', body: null });
  });

  it('should retry when the server is unreachable', async () => {
    testModule.settings.values = { ...testModule.settings.values, smtpPort: await freePort() };
    const id = await testModule.enqueue('ada@example.com');
    await testModule.dispatcher.send(id);
    expect(await testModule.row(id)).toMatchObject({ status: 'queued', attempts: 1 });
  });

  it('should keep mail until a server is configured', async () => {
    testModule.settings.values = { ...testModule.settings.values, smtpHost: null };
    const id = await testModule.enqueue('ada@example.com');
    await testModule.dispatcher.send(id);
    expect(await testModule.row(id)).toMatchObject({
      status: 'queued',
      last_error: expect.stringContaining('No mail server is set'),
    });
    testModule.settings.values = { ...testModule.settings.values, smtpHost: '127.0.0.1' };
    await testModule.makeDue();
    await testModule.dispatcher.send(id);
    expect((await testModule.row(id)).status).toBe('sent');
  });

  it('should recover mails after a crash during sending', async () => {
    const id = await testModule.enqueue('ada@example.com');
    await testModule.sql(
      `UPDATE mail_message SET attempts = 1, next_attempt_at = now() + interval '1 minute' WHERE id = $1`,
      [id],
    );
    await testModule.dispatcher.send(id);
    expect(server.received).toHaveLength(0);
    await testModule.makeDue();
    const queue = testModule.module.get(JobQueue);
    const before = (await queue.depth()).mail!.waiting;
    await testModule.dispatcher.sweep();
    expect((await queue.depth()).mail!.waiting).toBeGreaterThan(before);
    await testModule.dispatcher.send(id);
    expect(server.received).toHaveLength(1);
  });

  it('should delete old sent and failed mails but no queued ones', async () => {
    await testModule.sql('DELETE FROM mail_message');
    for (const [status, sentDays, writtenDays] of [
      ['sent', 31, 31],
      ['sent', 29, 31],
      ['failed', null, 91],
      ['failed', null, 89],
      ['queued', null, 400],
    ])
      await testModule.sql(
        `INSERT INTO mail_message (recipient, subject, status, created_at, sent_at)
         VALUES ('ada@example.com', concat_ws(' ', $1::text, $2::int, $3::int), $1,
                 now() - make_interval(days => $3), now() - make_interval(days => $2))`,
        [status, sentDays, writtenDays],
      );
    // More than one deletion batch.
    await testModule.sql(
      `INSERT INTO mail_message (recipient, subject, status, created_at, sent_at)
       SELECT 'ada@example.com', 'bulk', 'sent', now() - interval '40 days', now() - interval '40 days'
       FROM generate_series(1, 5001)`,
    );
    await testModule.module.get(MailProcessor).handle({ name: 'mail.purge', data: {} });
    const left = await testModule.sql('SELECT subject FROM mail_message ORDER BY id');
    expect(left.map(({ subject }) => subject)).toEqual(['sent 29 31', 'failed 89', 'queued 400']);
    await testModule.sql('DELETE FROM mail_message');
  });

  it('should not serve an inbox outside the sandbox', async () => {
    await expect(testModule.mail.inbox()).rejects.toThrow('sandbox');
  });
});

describe('Sandbox inbox', () => {
  let testModule: MailTestApp;
  beforeAll(async () => {
    testModule = await openMailTestApp({ SANDBOX: 'true' });
  });
  afterAll(() => testModule.close());

  it('should list mails from enqueuing on, newest first, also after sending', async () => {
    const first = await testModule.enqueue('ada@example.com', { subject: 'One' });
    await testModule.enqueue('eve@example.com', { subject: 'Two' });
    const seen = await testModule.mail.inbox();
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
    await testModule.dispatcher.send(first);
    expect((await testModule.row(first)).status).toBe('sent');
    expect(await testModule.mail.inbox({ to: 'ADA@example.com' })).toHaveLength(1);
  });

  it('should list mails that failed to be sent', async () => {
    const server = await startMailServer();
    server.refuseWith = { code: 550, text: 'No' };
    Object.assign(testModule.settings.values, { smtpHost: '127.0.0.1', smtpPort: server.port });
    const id = await testModule.enqueue('lost@example.com');
    await testModule.dispatcher.send(id);
    await server.close();
    expect((await testModule.row(id)).status).toBe('failed');
    expect(await testModule.mail.inbox({ to: 'lost@example.com' })).toHaveLength(1);
  });
});
