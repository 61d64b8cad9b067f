import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import readXlsx from 'read-excel-file/node';
import { PerformanceService } from '../../../src/admin/performance/performance.service';
import { RequestRecorder } from '../../../src/admin/performance/request-recorder';
import { UnitOfWork } from '../../../src/database/unit-of-work';
import { useAdminTestApp, withinOneDay, type TestUser } from './admin-test-app';
import { describeProfit } from './profit-cases';

const run = promisify(execFile);

/**
 * Expected values, computed by hand. In the last 30 days: Ada buys for 3,000 (residential, us) and 5,000 (mobile,
 * ng, 1,000 refunded) after a first order 45 days ago of 2,000; Bola buys 2 datacenter proxies
 * for 4,000 (us), and an order of 700 is refunded in full. Revenue 3,000 + 4,000 + 4,000 = 11,000
 * from 3 orders and 4 proxies. A delivered order of 900 was refunded in full; its proxy is not sold. In the last
 * 30 days Ada, who also bought in the 30 days before, brought in 3,000 + 4,000 = 7,000.
 */
describe('GET /admin/analytics', () => {
  const testApp = useAdminTestApp();
  let admin: TestUser;
  let subAdmin: TestUser;

  beforeAll(async () => {
    [admin, subAdmin] = [await testApp.createUser('admin'), await testApp.createUser('sub-admin')];
    const ada = await testApp.createUser('user', 'Ada');
    const bola = await testApp.createUser('user', 'Bola');
    await testApp.sql(`UPDATE users SET created_at = now() - interval '100 days' WHERE id = $1`, [
      ada.id,
    ]);
    await testApp.sell(ada.id, { naira: 2000, daysAgo: 45, country: 'us' });
    await testApp.sell(ada.id, { naira: 3000, daysAgo: 20, limitGb: 10, usedGb: 4 });
    await testApp.sell(ada.id, {
      naira: 5000,
      daysAgo: 10,
      type: 'mobile_ipv4',
      country: 'ng',
      refundedNaira: 1000,
    });
    await testApp.sell(bola.id, {
      naira: 4000,
      daysAgo: 5,
      type: 'individual_ipv4',
      quantity: 2,
      country: 'us',
    });
    await testApp.sell(bola.id, { naira: 700, status: 'refunded', refundedNaira: 700, daysAgo: 4 });
    await testApp.sell(bola.id, { naira: 900, refundedNaira: 900, daysAgo: 3, country: 'gh' });
    await testApp.sql(`UPDATE proxy_order SET status = 'refunded' WHERE amount_kobo = 90000`);
  }, 60_000);

  const report = async (query = '') =>
    (await testApp.call(admin, 'GET', `/admin/analytics?${query}`)).body.data;
  const exportAs = (body: object, caller = admin) =>
    testApp.call(caller, 'POST', '/admin/analytics/export', body);

  it('should compute revenue, orders, users and shares of the period', async () => {
    const [data, today] = await withinOneDay(() => report('period=30'));
    expect(data).toMatchObject({
      period: 30,
      overview_stats: [
        { label: 'Revenue', value: '₦11,000', change: '+450%' },
        { label: 'Orders', value: '3', change: '+200%' },
        { label: 'New Users', value: '1', change: null },
        { label: 'Proxies Sold', value: '4', change: '+300%' },
      ],
      proxy_type_usage: [
        { type: 'datacenter', count: 2, percentage: 50, revenue: 4000 },
        { type: 'residential', count: 1, percentage: 25, revenue: 3000 },
        { type: 'mobile', count: 1, percentage: 25, revenue: 4000 },
      ],
      top_countries: [
        { country: 'us', users: 2, revenue: 7000, percentage: 63.6 },
        { country: 'ng', users: 1, revenue: 4000, percentage: 36.4 },
      ],
      revenue_analytics: {
        total_revenue: 11_000,
        total_orders: 3,
        monthly_recurring: 7000,
        average_order: 3667,
      },
    });
    const months = data.revenue_data as { month: string; revenue: number; users: number }[];
    expect(months.reduce((sum, month) => sum + month.revenue, 0)).toBe(11_000);
    expect(months.reduce((sum, month) => sum + month.users, 0)).toBe(1);
    expect(months.at(-1)!.month).toBe(today.slice(0, 7));
  });

  it('should accept period and date_range, and refuse unknown periods and tabs', async () => {
    for (const query of ['period=90', 'date_range=90', 'date_range=90d&report_type=revenue'])
      expect(await report(query)).toMatchObject({
        period: 90,
        revenue_analytics: { total_revenue: 13_000, total_orders: 4, monthly_recurring: 7000 },
      });
    expect(await report()).toMatchObject({ period: 30 });
    expect(await report('period=7&tab=performance')).toMatchObject({
      period: 7,
      revenue_analytics: { total_revenue: 4000, total_orders: 1, monthly_recurring: 7000 },
    });
    expect((await testApp.call(admin, 'GET', '/admin/analytics?period=31')).status).toBe(422);
    expect((await testApp.call(admin, 'GET', '/admin/analytics?tab=all')).status).toBe(422);
  });

  it('should report days and months of the calendar, and days that are chosen', async () => {
    const [[thisMonth, lastMonth, today, chosen], now] = await withinOneDay(() =>
      Promise.all(
        [
          'period=this_month',
          'date_range=last_month',
          'period=today',
          'from=2026-03-01&to=2026-03-10',
        ].map(report),
      ),
    );
    const first = `${now.slice(0, 8)}01`;
    expect(thisMonth).toMatchObject({ from: first, to: now, period: Number(now.slice(8)) });
    expect(lastMonth!.to! < first).toBe(true);
    expect(today).toMatchObject({ from: now, to: now, period: 1 });
    expect(chosen).toMatchObject({ from: '2026-03-01', to: '2026-03-10', period: 10 });
    // All that was sold until today, less what was sold before the month.
    const sold = async (to: string) =>
      ((await report(`from=${first}&to=${to}`)).revenue_analytics as { total_revenue: number })
        .total_revenue;
    expect(thisMonth!.revenue_analytics).toMatchObject({ total_revenue: await sold(now) });
    const [{ total }] = (await testApp.sql<{ total: number }>(
      `SELECT (coalesce(sum(amount_kobo - refunded_kobo), 0) / 100)::int AS total FROM proxy_order
       WHERE (created_at AT TIME ZONE 'Africa/Lagos')::date BETWEEN $1 AND $2`,
      [lastMonth!.from, lastMonth!.to],
    )) as [{ total: number }];
    expect(lastMonth!.revenue_analytics).toMatchObject({ total_revenue: total });
    for (const query of ['from=2026-03-10&to=2026-03-01', 'from=2025-01-01&to=2026-12-31', 'to=1'])
      expect((await testApp.call(admin, 'GET', `/admin/analytics?${query}`)).status).toBe(422);
  });

  it('should report response times, success rate and uptime', async () => {
    // Otherwise the flush timer would record the requests of this test.
    await testApp.app.get(RequestRecorder).onApplicationShutdown();
    await testApp.sql('DELETE FROM performance_minute');
    expect(await report()).toMatchObject({
      performance_metrics: { avg_response_time: null, success_rate: null, uptime: null },
    });
    // The API started ten minutes ago and was down in two of the eleven minutes since.
    await testApp.sql(
      `INSERT INTO performance_minute (minute, process, instance, requests, errors, total_ms, buckets)
       SELECT date_trunc('minute', now()) - make_interval(mins => ago), 'api', 'a', 10, 1, 200,
              ARRAY[9,0,0,0,0,1,0,0,0,0,0]
       FROM generate_series(0, 10) AS ago WHERE ago NOT IN (3, 4)`,
    );
    expect(await report()).toMatchObject({
      performance_metrics: {
        avg_response_time: 20,
        p95_response_time: 175,
        success_rate: 90,
        uptime: 81.81,
        requests: 90,
      },
    });
  });

  it('should not count the current minute as downtime before its row exists', async () => {
    const uow = testApp.app.get(UnitOfWork);
    // now() is fixed within a transaction, so that no minute ends between the statements.
    const measured = (minutesAgo: number[]) =>
      uow.run(async () => {
        await uow.manager.query('DELETE FROM performance_minute');
        await uow.manager.query(
          `INSERT INTO performance_minute (minute, process, instance)
           SELECT date_trunc('minute', now()) - make_interval(mins => ago), 'api', 'a'
           FROM unnest($1::int[]) AS ago`,
          [minutesAgo],
        );
        return (await testApp.app.get(PerformanceService).measure(60)).uptime;
      });
    expect(await measured([4, 3, 2, 1])).toBe(100);
    expect(await measured([4, 3, 2, 1, 0])).toBe(100);
    expect(await measured([0])).toBe(100);
    expect(await measured([4, 3, 2])).toBe(75);
    expect(await measured([60, 3, 0])).toBe(3.33);
    expect(await measured([])).toBeNull();
  });

  it('should refuse a sub-admin', async () => {
    expect((await testApp.call(subAdmin, 'GET', '/admin/analytics')).status).toBe(403);
    expect((await exportAs({ format: 'pdf' }, subAdmin)).status).toBe(403);
  });

  it.each(['overview', 'proxy-usage', 'revenue', 'performance'])(
    'should export a readable spreadsheet: %s',
    async (tab) => {
      const [{ status, raw, headers }, today] = await withinOneDay(() =>
        exportAs({ format: 'excel', report_type: tab, date_range: '30d' }),
      );
      expect(status).toBe(200);
      expect(headers['content-disposition']).toBe(
        `attachment; filename="analytics-${tab}-${today}.xlsx"`,
      );
      const sheets = await readXlsx(raw);
      expect(sheets.length).toBeGreaterThan(0);
      if (tab === 'overview') {
        expect(sheets[0]!.data).toContainEqual(['Revenue', 11_000, '+450%']);
        expect(sheets[0]!.data).toContainEqual(['Proxies Sold', 4, '+300%']);
        expect(sheets[1]!.data.at(-1)![0]).toMatch(/^[A-Z][a-z]{2,3} 20\d\d$/);
      }
      if (tab !== 'revenue') return;
      const rows = sheets[0]!.data;
      expect(rows).toContainEqual(['Total revenue', 11_000]);
      expect(sheets[1]!.data).toContainEqual(['United States', 2, 7000, 63.6]);
    },
  );

  it.each(['overview', 'proxy-usage', 'revenue', 'performance'])(
    'should export a PDF that renders: %s',
    async (tab) => {
      const [{ status, raw, headers }, today] = await withinOneDay(() =>
        exportAs({ format: 'pdf', report_type: tab }),
      );
      expect(status).toBe(200);
      expect(headers['content-type']).toBe('application/pdf');
      expect(headers['content-disposition']).toBe(
        `attachment; filename="analytics-${tab}-${today}.pdf"`,
      );
      expect(raw.subarray(0, 5).toString()).toBe('%PDF-');
      await renderFirstPage(raw);
    },
  );

  it('should audit every export', async () => {
    expect((await exportAs({ format: 'doc' })).status).toBe(422);
    const rows = await testApp.sql(
      `SELECT details FROM audit_log WHERE action = 'system.report_exported'`,
    );
    expect(rows.length).toBeGreaterThanOrEqual(8);
  });

  describe('GET /admin/profit', () =>
    describeProfit(
      () => testApp,
      () => admin,
    ));
});

/** Renders the first page with poppler; skipped where poppler is not installed. */
async function renderFirstPage(pdf: Buffer): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'report-'));
  try {
    await writeFile(join(folder, 'report.pdf'), pdf);
    await run('pdftoppm', ['-png', '-f', '1', '-l', '1', '-singlefile', 'report.pdf', 'page'], {
      cwd: folder,
    });
    expect((await readFile(join(folder, 'page.png'))).length).toBeGreaterThan(1000);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
