import { AuditLogsService } from '../../../src/admin/audit/audit-logs.service';
import { NairaNumber, plainNumber } from '../../../src/audit/audit-changes.types';
import { AuditChainService } from '../../../src/audit/audit-chain.service';
import { AuditService } from '../../../src/audit/audit.service';
import { Money } from '../../../src/common/money/money';
import { dayOf } from '../../../src/common/time/calendar';
import { UnitOfWork } from '../../../src/database/unit-of-work';
import { useAdminTestApp, withinOneDay, type TestUser } from './admin-test-app';

const BOM = '\uFEFF';

describe('GET /admin/audit', () => {
  const testApp = useAdminTestApp();
  let admin: TestUser;
  let subAdmin: TestUser;

  /** Times at which the rows without an explicit created_at were inserted. */
  const written: Date[] = [];
  const write = (over: Record<string, unknown> = {}) => {
    const now = new Date();
    if (!over.created_at) written.push(now);
    const row = {
      created_at: now,
      actor_id: null,
      actor_name: 'Some Customer',
      actor_role: 'user',
      action: 'auth.signed_in',
      category: 'auth',
      target: 'user:1',
      severity: 'low',
      details: 'Signed in',
      ip: '198.51.100.7',
      user_agent: 'Test',
      changes: null,
      ...over,
    };
    return testApp.sql(
      `INSERT INTO audit_log (${Object.keys(row).join(', ')})
       VALUES (${Object.keys(row).map((_, index) => `$${index + 1}`)})`,
      Object.values(row),
    );
  };

  beforeAll(async () => {
    [admin, subAdmin] = [
      await testApp.createUser('admin', 'Chief'),
      await testApp.createUser('sub-admin', 'Second'),
    ];
    await write({
      created_at: '2024-01-31T22:59:59Z',
      details: 'the last second of January in Lagos was later',
    });
    await write({ created_at: '2024-01-31T23:00:00Z', details: 'first second of February' });
    await write({ created_at: '2024-02-10T22:59:59Z', details: 'last second of the tenth' });
    await write({ created_at: '2024-02-10T23:00:00Z', details: 'first second of the eleventh' });
    await write({
      actor_id: admin.id,
      actor_name: 'Chief',
      actor_role: 'admin',
      action: 'user.role_changed',
      category: 'user',
      severity: 'high',
      details: 'Changed role of Ada',
      changes: { before: { role: 'user' }, after: { role: 'sub-admin' } },
    });
    await write({
      category: 'payment',
      action: 'payment.settled',
      severity: 'low',
      details: 'Top-up REF-1 of ₦5,000 was paid and credited',
    });
    await write({ severity: 'medium', action: 'auth.sign_in_failed', ip: '203.0.113.77' });
  }, 60_000);

  const list = async (query = '', caller = admin) =>
    (await testApp.call(caller, 'GET', `/admin/audit/logs?${query}`)).body.data as {
      logs: { id: number; details: string; severity: string; changes: unknown }[];
      statistics: object;
      pagination: object;
    };
  const details = async (query: string) => (await list(query)).logs.map((log) => log.details);

  it('should list rows with their changes, newest first, fifteen per page', async () => {
    const { logs, pagination } = await list('severity=high');
    expect(pagination).toMatchObject({ per_page: 15, total: 1 });
    expect(logs).toEqual([
      expect.objectContaining({
        user: 'Chief',
        user_id: admin.id,
        userRole: 'admin',
        action: 'user.role_changed',
        category: 'user',
        target: 'user:1',
        ipAddress: '198.51.100.7',
        userAgent: 'Test',
        changes: { before: { role: 'user' }, after: { role: 'sub-admin' } },
      }),
    ]);
    const all = (await list()).logs.map(({ id }) => id);
    expect(all).toEqual([...all].sort((a, b) => b - a));
  });

  it('should filter by category, action, user and search text', async () => {
    expect(await details('category=payment')).toHaveLength(1);
    expect(await details('action=sign_in')).toHaveLength(1);
    expect(await details(`user_id=${admin.id}`)).toEqual(['Changed role of Ada']);
    expect(await details('search=203.0.113.77')).toEqual(['Signed in']);
    expect(await details('search=of%20ada&category=all&severity=')).toEqual([
      'Changed role of Ada',
    ]);
    expect(await details('user_id=&start_date=&end_date=')).toHaveLength(7);
    for (const bad of ['user_id=abc', 'category=odd', 'start_date=soon', 'start_date=2024-13-01'])
      expect([bad, (await testApp.call(admin, 'GET', `/admin/audit/logs?${bad}`)).status]).toEqual([
        bad,
        422,
      ]);
  });

  it('should find a row by its id, and hide high severity rows from a sub-admin', async () => {
    const { logs } = await list();
    for (const { id } of logs)
      expect((await list(`search=%23${id}&per_page=1`)).logs.map((log) => log.id)).toEqual([id]);
    expect((await list(`search=${logs.at(-1)!.id}`)).logs.map(({ id }) => id)).toContain(
      logs.at(-1)!.id,
    );
    const seen: number[] = [];
    for (const { id } of logs)
      seen.push(...(await list(`search=%23${id}`, subAdmin)).logs.map((log) => log.id));
    expect(seen).toEqual(logs.filter(({ severity }) => severity !== 'high').map(({ id }) => id));
  });

  it('should refuse a range that ends before it starts', async () => {
    for (const range of [
      'start_date=2024-02-10&end_date=2024-02-09',
      'start_date=2024-02-10T12:00:00Z&end_date=2024-02-10T11:00:00Z',
    ]) {
      const { status, body } = await testApp.call(admin, 'GET', `/admin/audit/logs?${range}`);
      expect([status, body.errors]).toEqual([
        422,
        { end_date: ['The end date is before the start date.'] },
      ]);
    }
    expect(await details('start_date=2024-02-10&end_date=2024-02-10')).toHaveLength(1);
  });

  it('should filter by days in the shop time zone, including the whole last day', async () => {
    expect(await details('start_date=2024-02-01&end_date=2024-02-10')).toEqual([
      'last second of the tenth',
      'first second of February',
    ]);
  });

  it('should return the statistics', async () => {
    const [{ statistics }, today] = await withinOneDay(() => list('search=nothing'));
    expect(statistics).toEqual({
      total_logs: 7,
      high_severity: 1,
      todays_activity: written.filter((at) => dayOf(at) === today).length,
      admin_actions: 1,
    });
  });

  it('should hide high severity rows and amounts from a sub-admin', async () => {
    const { logs, statistics, pagination } = await list('', subAdmin);
    expect(pagination).toMatchObject({ total: 6 });
    expect(statistics).toMatchObject({ total_logs: 6, high_severity: null, admin_actions: 0 });
    expect(logs.map(({ severity }) => severity)).not.toContain('high');
    expect(logs.map((log) => log.details)).toContain('Top-up REF-1 of ₦••• was paid and credited');
    expect((await list('severity=high', subAdmin)).logs).toEqual([]);
    expect((await list('search=₦5,000')).logs).toHaveLength(1);
    expect((await list('search=₦5,000', subAdmin)).logs).toEqual([]);
    expect((await list('search=ref-1', subAdmin)).logs).toHaveLength(1);
    expect(
      (await testApp.call(subAdmin, 'POST', '/admin/audit/export', { format: 'csv' })).status,
    ).toBe(403);
    expect((await testApp.call(subAdmin, 'GET', '/admin/audit/verify')).status).toBe(403);
  });

  describe('export', () => {
    const exported = (body: object) => testApp.call(admin, 'POST', '/admin/audit/export', body);

    it('should escape CSV cells against formula injection', async () => {
      await write({
        actor_name: '=HYPERLINK("http://evil")',
        details: '+cmd|, "quoted"\nand more',
        target: '@SUM(A1)',
        user_agent: '-1+1',
        category: 'proxy',
      });
      const [{ status, raw, headers }, today] = await withinOneDay(() =>
        exported({ format: 'csv', category: 'proxy' }),
      );
      expect(status).toBe(200);
      expect(headers['content-type']).toBe('text/csv; charset=utf-8');
      expect(headers['content-disposition']).toBe(`attachment; filename="audit-logs-${today}.csv"`);
      const text = raw.toString('utf8');
      expect(text.startsWith(BOM)).toBe(true);
      const [head, ...rows] = text.slice(1).split('\r\n');
      expect(head).toBe(
        'ID,Timestamp,User,User Role,Action,Category,Target,Details,IP Address,User Agent,Severity',
      );
      expect(rows).toEqual([
        expect.stringMatching(
          /^\d+,\d{4}-\d\d-\d\dT[\d:.]+Z,"'=HYPERLINK\(""http:\/\/evil""\)",user,auth\.signed_in,proxy,'@SUM\(A1\),"'\+cmd\|, ""quoted""\nand more",198\.51\.100\.7,'-1\+1,low$/,
        ),
        '',
      ]);
    });

    it('should export every matching row as JSON', async () => {
      await testApp.sql(
        `INSERT INTO audit_log (actor_name, actor_role, action, category, target, severity, details, ip, user_agent, created_at)
         SELECT 'Many', 'user', 'auth.signed_in', 'auth', 'user:2', 'low', 'Row ' || n, '', '',
                now() - interval '1 hour' - make_interval(secs => n / 3)
         FROM generate_series(1, 2501) AS n`,
      );
      const [{ raw, headers }, today] = await withinOneDay(() =>
        exported({ format: 'json', search: 'Row ' }),
      );
      expect(headers['content-disposition']).toContain(`audit-logs-${today}.json`);
      const rows = JSON.parse(raw.toString()) as { id: number; details: string }[];
      expect(rows).toHaveLength(2501);
      expect(new Set(rows.map(({ id }) => id)).size).toBe(2501);
      const none = await exported({ format: 'json', search: 'not there at all' });
      expect(JSON.parse(none.raw.toString())).toEqual([]);
    });

    it('should stream the rows in batches', async () => {
      const actor = { userId: admin.id, role: 'admin' as const, name: 'Chief', email: admin.email };
      const { content } = await testApp.app
        .get(AuditLogsService)
        .export(
          { ...actor, ip: '', userAgent: '', sessionId: '' },
          { format: 'json', search: 'Row ' },
        );
      const batches: number[] = [];
      for await (const chunk of content as AsyncIterable<unknown>)
        batches.push(String(chunk).split('\n{').length - 1);
      expect(batches).toEqual([0, 1000, 1000, 501, 0]);
    });

    it('should audit the export with its filters', async () => {
      await exported({ format: 'csv', severity: 'low', search: 'traced' });
      const { logs } = await list('action=system.audit_exported');
      expect(logs[0]).toMatchObject({
        severity: 'high',
        changes: { after: { filter: { severity: 'low', search: 'traced' } } },
      });
      expect((await exported({ format: 'xml' })).status).toBe(422);
    });
  });

  it('should hide only the amounts in changes from a sub-admin', async () => {
    const [before, after] = [
      { status: 'delivered', refunded: '0.00' },
      { status: 'refunded', refunded: '12500.00' },
    ];
    await write({
      action: 'proxy.order_refunded',
      category: 'proxy',
      severity: 'medium',
      details: '₦12,500 refunded',
      changes: { before, after },
    });
    const query = 'action=order_refunded';
    expect((await list(query)).logs[0]).toMatchObject({ changes: { before, after } });
    expect((await list(query, subAdmin)).logs[0]).toMatchObject({
      details: '₦••• refunded',
      changes: {
        before: { status: 'delivered', refunded: null },
        after: { status: 'refunded', refunded: null },
      },
    });
  });

  it('should hide exactly the amounts that the writer marked from a sub-admin', async () => {
    await testApp.app.get(UnitOfWork).run(() =>
      testApp.app.get(AuditService).record('system', {
        action: 'wallet.correction_rejected',
        target: 'user:1',
        details: 'Credit of ₦1,500',
        before: { name: '12.50', threshold: new NairaNumber(5000), port: plainNumber(587) },
        after: { reason: 'Too much', steps: [{ balance: Money.naira(1500) }] },
      }),
    );
    const query = 'action=correction_rejected';
    expect((await list(query)).logs[0]).toMatchObject({
      changes: {
        before: { name: '12.50', threshold: 5000, port: 587 },
        after: { reason: 'Too much', steps: [{ balance: '1500.00' }] },
      },
    });
    expect((await list(query, subAdmin)).logs[0]).toMatchObject({
      details: 'Credit of ₦•••',
      changes: {
        before: { name: '12.50', threshold: null, port: 587 },
        after: { reason: 'Too much', steps: [{ balance: null }] },
      },
    });
  });

  it('should check every invariant for an admin and refuse a sub-admin', async () => {
    expect((await testApp.call(subAdmin, 'GET', '/admin/system/integrity')).status).toBe(403);
    const { status, body } = await testApp.call(admin, 'GET', '/admin/system/integrity');
    expect(status).toBe(200);
    expect(body.data.checks).toContainEqual(
      expect.objectContaining({ name: 'books-sum-to-zero', breaches: 0, examples: [] }),
    );
  });

  it('should verify the hash chain and report the broken row', async () => {
    await testApp.app.get(AuditChainService).extend();
    const sound = await testApp.call(admin, 'GET', '/admin/audit/verify');
    expect(sound.body.data).toMatchObject({ intact: true, broken_at: null, unchained: 0 });
    const [row] = await testApp.sql<{ id: string }>('SELECT max(id) AS id FROM audit_log');
    await testApp.sql('ALTER TABLE audit_log DISABLE TRIGGER audit_log_append_only');
    await testApp.sql(`UPDATE audit_log SET details = 'Nothing happened' WHERE id = $1`, [row!.id]);
    const forged = await testApp.call(admin, 'GET', '/admin/audit/verify');
    expect(forged.body.data).toMatchObject({ intact: false, broken_at: Number(row!.id) });
  });
});
