import { AuditService } from '../../../src/audit/audit.service';
import { UnitOfWork } from '../../../src/database/unit-of-work';
import { AdminTestApp, type TestUser } from './admin-test-app';

const REASON = { reason: 'The mail server is back' };

describe('The machinery of the shop', () => {
  let app: AdminTestApp;
  let admin: TestUser;

  beforeAll(async () => {
    app = await AdminTestApp.open();
    admin = await app.createUser('admin');
  });
  afterAll(() => app?.close());

  const get = async (path: string, user = admin) => {
    const { status, body } = await app.call(user, 'GET', `/admin/${path}`);
    expect(status).toBe(200);
    return body.data as Record<string, Record<string, unknown>[]>;
  };
  const audited = async (action: string) =>
    (
      await app.sql<{ details: string }>(
        'SELECT details FROM audit_log WHERE action = $1 ORDER BY id',
        [action],
      )
    ).map(({ details }) => details);

  describe('jobs', () => {
    const insertJob = (name: string, id: string, state: string, minutesAgo: number) =>
      app.sql(
        `INSERT INTO bullmq.job (queue, id, seq, name, state, data, failed_reason, attempts_made, added_at_ms, finished_at_ms)
         SELECT split_part($1::text, '.', 1), $2, nextval('bullmq.job_seq'), $1, $3::bullmq.job_state, '{"mailId": 7}',
           'The server is gone', 6, ms, CASE WHEN $3::bullmq.job_state = 'failed' THEN ms END
         FROM (SELECT (extract(epoch FROM now()) * 1000)::bigint - $4::int * 60000 AS ms) clock`,
        [name, id, state, minutesAgo],
      );
    const failedIds = async (query = '') =>
      (await get(`jobs/failed${query}`)).jobs!.map(({ id }) => id);

    beforeAll(async () => {
      await insertJob('mail.send', 'send-1', 'failed', 9);
      await insertJob('mail.send', 'send-2', 'failed', 5);
      await insertJob('supply.buy-stock', 'repeat:supply.buy-stock:1', 'failed', 7);
    });

    it('should be counted in every queue, with what failed latest first', async () => {
      await insertJob('webhooks.sweep', 'late', 'waiting', 3);
      const { queues } = await get('jobs');
      expect(queues).toHaveLength(13);
      expect(queues!.find(({ name }) => name === 'mail')).toMatchObject({ failed: 2 });
      const { waiting, oldest_seconds: age } = queues!.find(({ name }) => name === 'webhooks')!;
      expect(waiting).toBe(1);
      expect(age).toBeGreaterThanOrEqual(180);
      await app.sql(`DELETE FROM bullmq.job WHERE id = 'late'`);

      const { jobs, pagination } = await get('jobs/failed');
      expect(pagination).toMatchObject({ total: 3 });
      expect(jobs).toMatchObject([
        { id: 'send-2', queue: 'mail', name: 'mail.send', payload: { mailId: 7 }, attempts: 6 },
        { id: 'repeat:supply.buy-stock:1', queue: 'supply', reason: 'The server is gone' },
        { id: 'send-1' },
      ]);
      expect(await failedIds('?queue=mail&per_page=1&page=2')).toEqual(['send-1']);
      expect(await failedIds('?search=Buy-Stock')).toEqual(['repeat:supply.buy-stock:1']);
    });

    it('should run again or be discarded one by one, with a reason in the audit trail', async () => {
      const retry = (id: string) =>
        app.call(admin, 'POST', `/admin/jobs/mail/${encodeURIComponent(id)}/retry`, REASON);
      expect(await retry('send-2')).toMatchObject({ status: 200 });
      expect(
        await app.sql(`SELECT state FROM bullmq.job WHERE queue = 'mail' AND id = 'send-2'`),
      ).toEqual([{ state: 'waiting' }]);
      expect(await retry('send-2')).toMatchObject({
        status: 404,
        body: { code: 'JOB_NOT_FOUND' },
      });
      const discard = (path: string, body: object) =>
        app.call(admin, 'DELETE', `/admin/jobs/${path}`, body);
      expect((await discard('mail/send-1', {})).status).toBe(422);
      expect((await discard('nothing/send-1', REASON)).status).toBe(404);
      expect((await discard('mail/send-1', REASON)).status).toBe(200);
      expect((await discard('supply/repeat%3Asupply.buy-stock%3A1', REASON)).status).toBe(200);
      expect(await failedIds()).toEqual([]);
      expect(await audited('system.failed_jobs_handled')).toEqual([
        'Retried the failed job mail.send (send-2). The mail server is back',
        'Dismissed the failed job mail.send (send-1). The mail server is back',
        'Dismissed the failed job supply.buy-stock (repeat:supply.buy-stock:1). The mail server is back',
      ]);
    });
  });

  describe('mails', () => {
    const insertMail = async (
      status: string,
      minutesAgo: number,
      recipient = 'eve@example.com',
    ) => {
      const [row] = await app.sql<{ id: number }>(
        `INSERT INTO mail_message (recipient, subject, body, status, attempts, last_error, next_attempt_at, created_at)
         VALUES ($1, 'Your ' || $2, CASE WHEN $2 <> 'sent' THEN 'x' END, $2, 3, 'Mailbox full',
           CASE WHEN $2 = 'queued' THEN now() + interval '1 hour' END, now() - make_interval(mins => $3))
         RETURNING id`,
        [recipient, status, minutesAgo],
      );
      return row!.id;
    };
    const ids = async (query: string) => (await get(`mails${query}`)).mails!.map(({ id }) => id);
    let stuck: number, fresh: number, sent: number, failed: number;

    beforeAll(async () => {
      await app.sql('DELETE FROM mail_message');
      stuck = await insertMail('queued', 31);
      sent = await insertMail('sent', 20);
      failed = await insertMail('failed', 10);
      fresh = await insertMail('queued', 1, admin.email);
    });

    it('should be listed by state, newest first, with what can be tried again', async () => {
      expect((await get('mails')).mails).toMatchObject([
        { id: fresh, recipient: admin.email, user_id: admin.id, can_retry: true },
        {
          id: failed,
          status: 'failed',
          last_error: 'Mailbox full',
          user_id: null,
          can_retry: true,
        },
        { id: sent, can_retry: false },
        { id: stuck, attempts: 3, next_attempt_at: expect.any(String) },
      ]);
      expect(await ids('?status=stuck')).toEqual([stuck]);
      expect(await ids('?status=queued')).toEqual([fresh, stuck]);
      expect(await ids('?search=EVE@&status=failed')).toEqual([failed]);
    });

    it('should name nobody to staff who may not see users', async () => {
      const member = await app.createUser('sub-admin');
      await app.sql(
        `WITH role AS (INSERT INTO staff_role (name, permissions) VALUES ('Engineer', '{system.manage}') RETURNING id)
         UPDATE users SET staff_role_id = (SELECT id FROM role) WHERE id = $1`,
        [member.id],
      );
      const { mails } = await get(`mails?search=failed`, member);
      expect(mails).toMatchObject([{ id: failed, recipient: null, user_id: null }]);
      expect((await get(`mails?search=eve`, member)).mails).toEqual([]);
    });

    it('should be tried again now, a failed one with all its attempts', async () => {
      const retry = (id: number) => app.call(admin, 'POST', `/admin/mails/${id}/retry`, REASON);
      for (const [id, attempts] of [
        [stuck, 3],
        [failed, 0],
      ] as const) {
        expect((await retry(id)).status).toBe(200);
        expect(
          await app.sql(
            'SELECT status, attempts, next_attempt_at <= now() AS due FROM mail_message WHERE id = $1',
            [id],
          ),
        ).toEqual([{ status: 'queued', attempts, due: true }]);
      }
      expect(await retry(sent)).toMatchObject({ status: 409, body: { code: 'MAIL_NOT_WAITING' } });
      expect((await retry(999_999)).status).toBe(404);
      expect(await audited('system.mail_retried')).toEqual([
        'Had the email “Your queued” tried again. The mail server is back',
        'Had the email “Your failed” tried again. The mail server is back',
      ]);
    });
  });

  it('should tell of heartbeats, the last seal and the last backup', async () => {
    await app.sql(
      `INSERT INTO performance_minute (minute, process, instance)
       VALUES (now(), 'api', 'a:1'), (now() - interval '20 minutes', 'api', 'a:0'),
              (now() - interval '5 hours', 'worker', 'w:1'), (now() - interval '6 hours', 'worker', 'w:0')`,
    );
    expect(await get('machinery')).toMatchObject({ seal: null, backup: null });
    await app.sql(`INSERT INTO chain_head (day, content) VALUES ('2026-03-31', '{}')`);
    await app.app.get(UnitOfWork).run(() =>
      app.app.get(AuditService).record('system', {
        action: 'system.backup_recorded',
        target: 'database',
        details: 'shop.dump',
      }),
    );
    const { processes, seal, backup } = await get('machinery');
    // Beside the API of this test.
    const inserted = processes!.filter(({ instance }) => /^[aw]:/.test(String(instance)));
    expect(inserted).toMatchObject([
      { process: 'api', instance: 'a:1', is_live: true },
      { process: 'api', instance: 'a:0', is_live: false },
      { process: 'worker', instance: 'w:1', is_live: false },
    ]);
    expect(seal).toMatchObject({ day: '2026-03-31', at: expect.any(String) });
    expect(backup).toMatchObject({ note: 'shop.dump', at: expect.any(String) });
  });

  it('should list a gateway that does not answer, and drain it for a reason', async () => {
    await app.sql(
      `INSERT INTO gateway (id, region, host, public_host, http_port, socks_port, version, started_at, heartbeat_at)
       VALUES ('gate-1', 'lagos', 'here', 'localhost', 3128, 1080, '1.2.3', now(), now())`,
    );
    const { gateways } = await get('gateways');
    expect(gateways).toMatchObject([
      { id: 'gate-1', status: 'live', version: '1.2.3', connections: null, bytes_per_second: null },
    ]);
    const post = (what: string) => app.call(admin, 'POST', `/admin/gateways/${what}`, REASON);
    expect((await post('gate-1/drain')).status).toBe(200);
    const drained = { status: 'draining', drain_requested_at: expect.any(String) };
    expect((await get('gateways')).gateways).toMatchObject([drained]);
    expect((await post('gate-1/resume')).status).toBe(200);
    expect((await get('gateways')).gateways).toMatchObject([{ drain_requested_at: null }]);
    expect((await post('gate-2/drain')).status).toBe(404);
    expect(await audited('system.gateway_drained')).toEqual([
      'Drained the gateway gate-1. The mail server is back',
      'Took the gateway back into service: gate-1. The mail server is back',
    ]);
  });

  describe('notifications of the card provider', () => {
    it('should be listed with what came of each, and those that were refused counted', async () => {
      const customer = await app.createUser();
      await app.startPayment(customer.id, 'TOPUP-KNOWN');
      await app.sql(
        `INSERT INTO payment_webhook (provider, body_hash, event, reference, payload, attempts, last_error, processed_at, parked_at)
         VALUES ('korapay', 'a', 'charge.success', 'TOPUP-KNOWN', '{}', 0, NULL, now(), NULL),
                ('korapay', 'b', 'charge.success', 'ODD', '{}', 20, 'No answer', NULL, now()),
                ('korapay', 'c', 'refund.failed', 'CLOSED', '{}', 20, 'No answer', now(), NULL),
                ('korapay', 'd', 'charge.success', 'NEXT', '{}', 1, 'No answer', NULL, NULL)`,
      );
      await app.app.get(UnitOfWork).run(() =>
        app.app.get(AuditService).record('system', {
          action: 'payment.webhook_refused',
          target: 'payments:webhook',
          details: '3 refused',
        }),
      );
      const { notices, refused } = await get('payment-notices');
      expect(notices).toMatchObject([
        { reference: 'NEXT', status: 'waiting', next_attempt_at: expect.any(String) },
        { reference: 'CLOSED', status: 'dismissed', event: 'refund.failed', transaction_id: null },
        { reference: 'ODD', status: 'parked', attempts: 20, next_attempt_at: null },
        { reference: 'TOPUP-KNOWN', status: 'processed', transaction_id: expect.any(Number) },
      ]);
      expect(refused).toEqual({ entries: 1, last_at: expect.any(String) });
      const { notices: parked, pagination } = await get('payment-notices?status=parked&search=odd');
      expect(parked).toMatchObject([{ reference: 'ODD' }]);
      expect(pagination).toMatchObject({ total: 1 });
    });
  });
});
