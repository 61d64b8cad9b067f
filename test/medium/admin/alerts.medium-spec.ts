import { AdminProcessor, AdminJobsModule } from '../../../src/admin/admin-jobs.module';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AlertsService } from '../../../src/admin/alerts/alerts.service';
import { AlertEvaluationService } from '../../../src/admin/alerts/alert-evaluation.service';
import { ChainHeadExportService } from '../../../src/admin/books/chain-head-export.service';
import {
  chainHeadFileName,
  parseChainHeads,
  IntegrityService,
} from '../../../src/admin/integrity/integrity.service';
import { PerformanceService } from '../../../src/admin/performance/performance.service';
import { AuditChainService } from '../../../src/audit/audit-chain.service';
import { dayOf } from '../../../src/common/time/calendar';
import { MailService } from '../../../src/mail/mail.service';
import { MailModule } from '../../../src/mail/mail.module';
import { SCHEDULES } from '../../../src/queue/job-catalog';
import { insertUser, createTestModule, type TestModule } from '../../support/testing-module';

describe('Alerts', () => {
  let testModule: TestModule;
  let evaluation: AlertEvaluationService;
  let booksDir: string;

  beforeAll(async () => {
    booksDir = await mkdtemp(join(tmpdir(), 'nairaproxy-books-'));
    testModule = await createTestModule([MailModule, AdminJobsModule], {
      env: { BOOKS_DIR: booksDir },
    });
    evaluation = testModule.module.get(AlertEvaluationService);
    for (const email of ['chief@example.com', 'second@example.com', 'left@example.com'])
      await insertUser(testModule, email);
    await testModule.sql(`UPDATE users SET role = 'admin'`);
    await testModule.sql(`UPDATE users SET status = 'suspended' WHERE email = 'left@example.com'`);
    await insertUser(testModule, 'customer@example.com');
  }, 60_000);
  afterAll(async () => {
    await testModule.close();
    await rm(booksDir, { recursive: true });
  });

  const alerts = () =>
    testModule.sql<{ kind: string; message: string; closed: boolean }>(
      'SELECT kind, message, closed_at IS NOT NULL AS closed FROM alert ORDER BY id',
    );
  const mailed = async () =>
    (await testModule.module.get(MailService).inbox())
      .filter(({ subject }) => subject.includes('needs your attention'))
      .map(({ to }) => to)
      .sort();
  const payments = async (count: number, status: string) => {
    for (let n = 0; n < count; n += 1)
      await testModule.sql(
        `WITH line AS (
           INSERT INTO wallet_transaction (user_id, reference, type, purpose, status, amount_kobo, description)
           SELECT max(id), 'REF-' || gen_random_uuid(), 'credit', 'topup', 'pending', 100, '' FROM users
           RETURNING id, user_id, reference)
         INSERT INTO payment (user_id, transaction_id, reference, provider, status, amount_kobo, expires_at)
         SELECT user_id, id, reference, 'korapay', $1, 100, now() FROM line`,
        [status],
      );
  };

  it('should open one alert for a condition, mail every admin once, and close it when it is over', async () => {
    await evaluation.evaluate();
    expect(await alerts()).toEqual([]);
    await payments(1, 'review');
    await Promise.all([evaluation.evaluate(), evaluation.evaluate(), evaluation.evaluate()]);
    expect(await alerts()).toEqual([
      {
        kind: 'payment_review',
        message: '1 card payment needs a decision by staff.',
        closed: false,
      },
    ]);
    expect(await mailed()).toEqual(['chief@example.com', 'second@example.com']);

    await payments(2, 'review');
    await evaluation.evaluate();
    expect(await alerts()).toEqual([
      expect.objectContaining({
        message: '3 card payments need a decision by staff.',
        closed: false,
      }),
    ]);
    expect(await mailed()).toHaveLength(2);

    await testModule.sql(`UPDATE payment SET status = 'rejected'`);
    await evaluation.evaluate();
    expect(await alerts()).toMatchObject([{ closed: true }]);
    await payments(1, 'review');
    await evaluation.evaluate();
    expect(await alerts()).toMatchObject([{ closed: true }, { closed: false }]);
    expect(await mailed()).toHaveLength(4);
    expect(
      await testModule.sql(
        `SELECT actor_name, severity FROM audit_log WHERE action = 'system.alert_raised'`,
      ),
    ).toEqual(Array(2).fill({ actor_name: 'system', severity: 'high' }));
  });

  it('should raise alerts for stuck payments, mail and audit chain links', async () => {
    await testModule.sql(
      `UPDATE payment SET status = 'pending', next_check_at = now() - interval '11 minutes'`,
    );
    await testModule.sql(
      `UPDATE mail_message SET status = 'queued', created_at = now() - interval '31 minutes'`,
    );
    await testModule.sql(
      `INSERT INTO audit_log (created_at, actor_name, actor_role, action, category, target, severity, details, ip, user_agent)
       VALUES (now() - interval '16 minutes', 'system', 'system', 'system.seeded', 'system', 'x', 'low', '', '', '')`,
    );
    await evaluation.evaluate();
    const open = (await alerts()).filter(({ closed }) => !closed).map(({ kind }) => kind);
    expect(open.sort()).toEqual(['audit_chain_behind', 'mail_stuck', 'payment_stuck']);
  });

  it('should raise an alert for each enabled network whose account is refused, until it is changed or works', async () => {
    await testModule.sql(
      `INSERT INTO supply_network (name, dialect, kind, protocol, host, port, username, password_encrypted,
         targets_region, targets_city, targets_isp, cost_usd_micros, bytes_per_gb, weight, enabled, updated_at)
       SELECT name, 'evomi', 'mobile', 'http', '127.0.0.1', 1, 'login1', 'sealed', false, false, false, 0, 1, 1,
         name <> 'Disabled', now() - interval '1 hour'
       FROM unnest('{Refused,Refused too,Disabled,Changed}'::text[]) AS name`,
    );
    await testModule.sql(`INSERT INTO supply_network_refusal SELECT id FROM supply_network`);
    await testModule.sql(`UPDATE supply_network SET updated_at = now() + interval '1 second'
                          WHERE name = 'Changed'`);
    const open = async () => {
      await evaluation.evaluate();
      return (await alerts()).filter(({ kind, closed }) => kind === 'network_refused' && !closed);
    };
    const found = await open();
    expect(found).toHaveLength(2);
    expect(found[0]?.message).toContain('account of the network “Refused”');
    expect(JSON.stringify(found)).not.toMatch(/login1|sealed/);
    const shown = await testModule.module.get(AlertsService).findOpen();
    const [network] = await testModule.sql<{ id: number }>(
      `SELECT id FROM supply_network WHERE name = 'Refused'`,
    );
    expect(shown).toContainEqual(
      expect.objectContaining({
        kind: 'network_refused',
        network_id: network!.id,
        provider_id: null,
      }),
    );
    await testModule.sql(`DELETE FROM supply_network_refusal`);
    expect(await open()).toEqual([]);
  });

  it('should raise alerts for an unchecked card refund and for one open for three days', async () => {
    await testModule.sql(`UPDATE payment SET next_check_at = NULL`);
    await evaluation.evaluate();
    const stuck = async () =>
      (await alerts()).filter(({ kind, closed }) => kind === 'payment_stuck' && !closed);
    expect(await stuck()).toEqual([]);
    await testModule.sql(
      `INSERT INTO payment_refund (payment_id, reference, amount_kobo, reason, next_check_at)
       SELECT id, 'RFD-1', 100, 'r', now() - interval '11 minutes' FROM payment LIMIT 1`,
    );
    await evaluation.evaluate();
    expect(await stuck()).toHaveLength(1);
    const endless = async () => {
      await evaluation.evaluate();
      return (await alerts())
        .filter(({ kind, closed }) => kind === 'refund_failed' && !closed)
        .map(({ message }) => message);
    };
    expect(await endless()).toEqual([]);
    await testModule.sql(
      `UPDATE payment_refund SET next_check_at = now(), created_at = now() - interval '73 hours'`,
    );
    expect(await endless()).toEqual([
      '1 card refund failed or did not finish within three days. Check with the provider and refund the failed ones again.',
    ]);
    await testModule.sql(`DELETE FROM payment_refund`);
    expect(await endless()).toEqual([]);
    await testModule.sql(`UPDATE payment SET next_check_at = now() - interval '11 minutes'`);
  });

  it('should tell notifications about unknown payments from payments, which have transactions', async () => {
    await testModule.sql(
      `INSERT INTO payment_webhook (provider, body_hash, event, reference, payload, received_at)
       VALUES ('korapay', 'h', 'charge.success', 'NOBODY', '{}', now() - interval '11 minutes')`,
    );
    await evaluation.evaluate();
    const shown = await testModule.module.get(AlertsService).findOpen();
    expect(shown.filter(({ kind }) => kind === 'payment_stuck')).toMatchObject([
      { attention: 'stuck', message: expect.stringMatching(/^4 card payments/) },
      { attention: null, transaction_id: null, message: expect.stringMatching(/^1 notification/) },
    ]);
    await testModule.sql('DELETE FROM payment_webhook');
    await evaluation.evaluate();
  });

  it('should raise an alert with the error of failed jobs until staff handle them', async () => {
    const fail = (name: string, id: string) =>
      testModule.sql(
        `INSERT INTO bullmq.job (queue, id, seq, name, state, failed_reason, attempts_made, added_at_ms, finished_at_ms)
         SELECT split_part($1::text, '.', 1), $2, nextval('bullmq.job_seq'), $1, 'failed', 'The mail server is gone', 6, ms, ms
         FROM (SELECT (extract(epoch FROM now()) * 1000)::bigint AS ms) clock`,
        [name, id],
      );
    const open = async () => {
      await evaluation.evaluate();
      return (await alerts())
        .filter(({ kind, closed }) => kind === 'job_failed' && !closed)
        .map(({ message }) => message);
    };
    expect(await open()).toEqual([]);
    // The next run of a sweep makes up for one that failed.
    await fail('mail.sweep', 'sweep-1');
    expect(await open()).toEqual([]);
    await fail('mail.send', 'send-1');
    await fail('mail.send', 'send-2');
    expect(await open()).toEqual([
      '2 jobs “mail.send” of the queue mail failed for good. Last error: The mail server is gone',
    ]);
    await testModule.module
      .get(AdminProcessor)
      .handle({ name: 'admin.handle-failed', data: { action: 'dismiss', job: 'mail.send' } });
    expect(await open()).toEqual([]);
  });

  it('should measure the age of the oldest overdue work', async () => {
    const age = await testModule.module.get(PerformanceService).queueAge();
    expect(age).toBeGreaterThan(11 * 60 - 5);
    expect(age).toBeLessThan(12 * 60);
  });

  it('should consider the workers silent seven minutes after their last heartbeat', async () => {
    const performance = testModule.module.get(PerformanceService);
    await testModule.sql('DELETE FROM performance_minute');
    expect(await performance.areWorkersSilent()).toBe(false);
    await testModule.sql(
      `INSERT INTO performance_minute (minute, process, instance)
       VALUES (now() - interval '7 minutes', 'api', 'a'), (now(), 'api', 'a')`,
    );
    expect(await performance.areWorkersSilent()).toBe(true);
    await evaluation.evaluate();
    expect(await performance.areWorkersSilent()).toBe(false);
    await testModule.sql(
      `UPDATE performance_minute SET minute = minute - interval '8 minutes' WHERE process = 'worker'`,
    );
    expect(await performance.areWorkersSilent()).toBe(true);
  });

  it('should sum the samples of one process and minute, and delete expired rows', async () => {
    const repository = testModule.module.get(PerformanceService);
    await testModule.sql('DELETE FROM performance_minute');
    const sample = {
      requests: 3,
      errors: 1,
      totalMs: 30.4,
      buckets: [1, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0],
    };
    await Promise.all(Array.from({ length: 6 }, () => repository.add('api', 'a', sample)));
    const rows = await testModule.sql<{
      requests: number;
      errors: number;
      total: number;
      buckets: number[];
    }>(
      `SELECT sum(requests)::int AS requests, sum(errors)::int AS errors, sum(total_ms)::int AS total,
              ARRAY[sum(buckets[1])::int, sum(buckets[3])::int] AS buckets FROM performance_minute`,
    );
    expect(rows).toEqual([{ requests: 18, errors: 6, total: 180, buckets: [6, 12] }]);
    await testModule.sql(`UPDATE performance_minute SET minute = minute - interval '401 days'`);
    await repository.deleteExpired();
    expect(await testModule.sql('SELECT * FROM performance_minute')).toEqual([]);
  });

  it('should delete alerts closed over 400 days ago and keep open ones', async () => {
    await testModule.sql(
      `INSERT INTO alert (kind, key, severity, message, opened_at, closed_at)
       SELECT 'books_broken', 'old-' || n, 'warning', '', now() - interval '500 days',
              now() - make_interval(days => days)
       FROM unnest(ARRAY[401, 399, NULL]) WITH ORDINALITY AS given (days, n)`,
    );
    await evaluation.evaluate();
    const left = await testModule.sql(`SELECT key FROM alert WHERE key LIKE 'old-%' ORDER BY key`);
    expect(left).toEqual([{ key: 'old-2' }, { key: 'old-3' }]);
    await testModule.sql(`DELETE FROM alert WHERE key LIKE 'old-%'`);
  });

  it('should open an alert when an invariant is violated and close it when it holds again', async () => {
    const books = testModule.module.get(AlertEvaluationService);
    expect(SCHEDULES['admin.check-integrity']).toBe(24 * 60 * 60 * 1000);
    await testModule.sql(
      `INSERT INTO ledger_account (code, kind, user_id, balance_kobo)
       SELECT 'wallet:' || max(id), 'wallet', max(id), 500 FROM users`,
    );
    await books.checkSinceLastPeriod();
    const [alert] = (await alerts()).filter(({ kind }) => kind === 'books_broken');
    expect(alert).toMatchObject({
      closed: false,
      message: expect.stringContaining('exactly the sum of its entries'),
    });
    await testModule.sql(`UPDATE ledger_account SET balance_kobo = 0`);
    await testModule.sql(`DELETE FROM proxy_order`);
    await testModule.sql(`DELETE FROM payment`);
    await testModule.sql(`DELETE FROM wallet_transaction`);
    await testModule.sql(`DELETE FROM mail_message`);
    await testModule.module.get(AuditChainService).extend();
    await books.checkSinceLastPeriod();
    expect((await alerts()).filter(({ kind }) => kind === 'books_broken')).toMatchObject([
      { closed: true },
    ]);
  });

  it('should check all history every week, with an alert that the daily check leaves open', async () => {
    const integrity = testModule.module.get(IntegrityService, { strict: false });
    const books = testModule.module.get(AlertEvaluationService);
    expect(SCHEDULES['admin.check-history']).toBe(7 * 24 * 60 * 60 * 1000);
    const old = { name: 'x', description: 'An old rule', violations: 2, examples: [] };
    const check = jest.spyOn(integrity, 'check').mockResolvedValueOnce([old]);
    await books.checkHistory();
    expect(check.mock.calls).toEqual([[]]);
    check.mockRestore();
    const states = async () =>
      (await alerts())
        .filter(({ kind }) => kind === 'history_broken')
        .map(({ closed, message }) => [closed, message]);
    const message = 'The ledger check of all history found violations: “An old rule” (2 times).';
    expect(await states()).toEqual([[false, message]]);
    await books.checkSinceLastPeriod();
    expect(await states()).toEqual([[false, message]]);
    await books.checkHistory();
    expect(await states()).toEqual([[true, message]]);
  });

  it('should export the heads of the chains once a day and detect a rewritten chain', async () => {
    const integrity = testModule.module.get(IntegrityService, { strict: false });
    const chain = testModule.module.get(AuditChainService, { strict: false });
    const exporter = testModule.module.get(ChainHeadExportService);
    await chain.extend();
    await Promise.all(Array.from({ length: 4 }, () => exporter.export()));
    const [file] = await readdir(booksDir);
    expect(file).toBe(chainHeadFileName(dayOf(new Date())));
    const content = await readFile(join(booksDir, file!), 'utf8');
    await rm(join(booksDir, file!));
    await evaluation.evaluate();
    await chain.extend();
    await exporter.export();
    expect(await readdir(booksDir)).toEqual([file]);
    expect(await readFile(join(booksDir, file!), 'utf8')).toBe(content);
    const seals = (await testModule.module.get(MailService).inbox()).filter(({ subject }) =>
      subject.includes('seal'),
    );
    expect(seals.map(({ to }) => to)).toEqual(['admin@nairaproxy.local']);
    const heads = parseChainHeads(content);
    expect(seals[0]!.text).toContain(heads.chains.audit!.hash);
    expect(() => parseChainHeads('{}')).toThrow('not an export');
    expect(await integrity.compareHeads(heads)).toMatchObject([{ violations: 0 }]);

    const undo = new Error('undo');
    const rewrite = testModule.uow.run(async () => {
      const manager = testModule.uow.requireTransaction();
      await manager.query('SET LOCAL session_replication_role = replica');
      await manager.query(`UPDATE audit_log SET details = 'nothing' WHERE id = 1`);
      await manager.query('TRUNCATE audit_chain_link RESTART IDENTITY');
      await chain.extend();
      expect(await chain.verify()).toMatchObject({ intact: true });
      expect(await integrity.compareHeads(heads)).toMatchObject([
        { name: 'audit-chain-contains-exported-head', violations: 1 },
      ]);
      throw undo;
    });
    await expect(rewrite).rejects.toBe(undo);
  });
});
