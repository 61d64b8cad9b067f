import readXlsx from 'read-excel-file/node';
import { SettingsService } from '../../../src/settings/settings.service';
import type { AdminTestApp, TestUser } from './admin-test-app';
import { ProfitHistory } from './profit-history';

const GROUPS = ['day', 'kind', 'country', 'network', 'customer'] as const;
const PERIOD = 'from=2025-03-01&to=2025-03-31';

interface Figures {
  revenue: number;
  refunds: number;
  chargebacks: number;
  net_revenue: number;
  cost: number;
  margin: number;
  fees: number;
  bonuses: number;
  goodwill: number;
  profit: number;
  margin_percent: number | null;
  traffic_bytes: number;
  billed_bytes: number | null;
}
interface Report {
  rows: (Figures & { key: string | null; label: string })[];
  totals: Figures;
  exchange_rate: number;
  unpriced_units: number;
}

const SUMS = [
  ...(['revenue', 'refunds', 'chargebacks', 'net_revenue', 'cost', 'margin'] as const),
  ...(['fees', 'bonuses', 'goodwill', 'profit'] as const),
];
const kobo = (naira: number): number => Math.round(naira * 100);

/**
 * In March 2025 at ₦1,600 a dollar. Sales: Chi 3,000 (residential, us) and 6,000 (mobile, ng), Dayo 1,000 (datacenter, us):
 * 10,000, of which 500 of Chi's first are refunded. A chargeback of 10,000 takes Chi's 1,500 and leaves 8,500 owed, of which a
 * top-up repays 2,000: 6,500. Main carries 3 GB of residential at $1 and 1 GB at $2, Second 1 GB at $4 and, of mobile, Third
 * 2 GB at $0.50: 3 + 2 + 4 + 1 = $10 or ₦16,000. Of $9 for 90 days from 20 February 31 are in March: $3.10 or ₦4,960. The payment
 * provider keeps 30 of Chi's repayment; Dayo gets a coupon of 400 and 250 of goodwill.
 */
export function describeProfit(getApp: () => AdminTestApp, getAdmin: () => TestUser): void {
  let testApp: AdminTestApp;
  let networks: { main: number; second: number; third: number };
  let chi: TestUser;
  let dayo: TestUser;

  const report = async (query: string): Promise<Report> =>
    (await testApp.call(getAdmin(), 'GET', `/admin/profit?${query}`)).body.data as never;
  const find = ({ rows }: Report, key: string | number | null) =>
    rows.find((row) => row.key === (key === null ? null : String(key)));

  beforeAll(async () => {
    testApp = getApp();
    const history = new ProfitHistory(testApp);
    chi = await testApp.createUser('user', 'Chi');
    dayo = await testApp.createUser('user', 'Dayo');
    await history.topUp(chi.id, 10_000, '2025-02-27T10:00:00Z');
    await history.topUp(dayo.id, 2000, '2025-02-27T10:00:00Z');
    // The last moment of February and the first of April in Lagos are other periods.
    await history.sell(dayo.id, 'mobile', 'ng', 300, '2025-02-28T22:59:59Z');
    await history.sell(dayo.id, 'mobile', 'ng', 400, '2025-03-31T23:00:00Z');
    const first = await history.sell(chi.id, 'residential', 'us', 3000, '2025-02-28T23:00:00Z');
    await history.sell(chi.id, 'mobile', 'ng', 6000, '2025-03-10T12:00:00Z');
    await history.sell(dayo.id, 'datacenter', 'us', 1000, '2025-03-31T22:59:59Z');
    await history.refund(chi.id, first, 500, '2025-03-05T12:00:00Z');
    await history.chargeBack(chi.id, 10_000, '2025-03-12T12:00:00Z');
    await history.topUp(chi.id, 2000, '2025-03-20T12:00:00Z', 30);
    await history.give(dayo.id, 'coupon', 400, '2025-03-06T12:00:00Z');
    await history.give(dayo.id, 'goodwill', 250, '2025-03-07T12:00:00Z');

    networks = {
      main: await history.addNetwork('Main', 'residential', 1),
      second: await history.addNetwork('Second', 'residential', 4),
      third: await history.addNetwork('Third', 'mobile', 0.5),
    };
    const residential = await history.addProxy(chi.id, 'residential', 'us');
    const mobile = await history.addProxy(dayo.id, 'mobile', 'ng');
    const { main, second, third } = networks;
    await history.carry(main, residential, 'us', 3e9, '2025-03-02T12:00:00Z');
    await history.changePrice(main, 2);
    await history.carry(main, residential, 'us', 1e9, '2025-03-03T12:00:00Z');
    await history.carry(second, residential, 'gb', 1e9, '2025-03-04T12:00:00Z');
    await history.carry(third, mobile, 'ng', 2e9, '2025-03-04T12:00:00Z');
    await history.changePrice(third, 50);
    await testApp.sql(
      `WITH provider AS (
         INSERT INTO supply_provider (name, kind, base_url, api_key_encrypted, enabled, buys_automatically,
           automatic_period, minimum_stock)
         VALUES ('P', 'proxy_seller', 'u', 'x', false, false, '3m', '{}') RETURNING id
       )
       INSERT INTO supply_purchase (provider_id, kind, status, country, quantity, period, expected_micros, known_addresses, sent_at)
       SELECT id, 'buy', status, 'us', 3, '3m', 9000000, '[]', '2025-02-20T12:00:00Z'
       FROM provider, unnest(ARRAY['delivered', 'failed', 'not_bought']) AS status`,
    );
  }, 60_000);

  it.each(GROUPS)('should add up to the ledger by %s', async (group) => {
    const { rows, totals } = await report(`${PERIOD}&group_by=${group}`);
    for (const figure of SUMS)
      expect([figure, rows.reduce((sum, row) => sum + kobo(row[figure]), 0)]).toEqual([
        figure,
        kobo(totals[figure]),
      ]);
    expect(rows.reduce((sum, row) => sum + row.traffic_bytes, 0)).toBe(totals.traffic_bytes);
    const [ledger] = await testApp.sql<{ revenue: number; owed: number; spent: number }>(
      `SELECT -sum(e.amount_kobo) FILTER (WHERE a.code IN ('provider_fees', 'promotions', 'goodwill'))::int AS spent,
              sum(e.amount_kobo) FILTER (WHERE a.code = 'revenue')::int AS revenue,
              -sum(e.amount_kobo) FILTER (WHERE a.kind = 'receivable')::int AS owed
       FROM ledger_entry e JOIN ledger_account a ON a.id = e.account_id
       WHERE e.created_at >= '2025-03-01T00:00:00+01:00' AND e.created_at < '2025-04-01T00:00:00+01:00'`,
    );
    expect(kobo(totals.revenue) - kobo(totals.refunds)).toBe(Number(ledger!.revenue));
    expect(kobo(totals.chargebacks)).toBe(Number(ledger!.owed));
    expect(kobo(totals.margin - totals.profit)).toBe(Number(ledger!.spent));
    expect(totals).toMatchObject({
      ...{ revenue: 10_000, refunds: 500, chargebacks: 6500, net_revenue: 3000 },
      ...{ fees: 30, bonuses: 400, goodwill: 250, profit: -18_640 },
      ...{ cost: 20_960, margin: -17_960, margin_percent: -598.7, traffic_bytes: 7e9 },
    });
  });

  it('should book sales, refunds and traffic to their days, and stock to each day it is paid for', async () => {
    const daily = await report(PERIOD);
    expect(daily.rows).toHaveLength(31);
    expect(find(daily, '2025-03-01')).toMatchObject({
      ...{ label: '1 Mar 2025', revenue: 3000, refunds: 0, cost: 160, margin: 2840 },
      margin_percent: 94.7,
    });
    expect(find(daily, '2025-03-02')).toMatchObject({ revenue: 0, cost: 160 + 4800 });
    expect(find(daily, '2025-03-03')).toMatchObject({ cost: 160 + 3200, margin_percent: null });
    expect(find(daily, '2025-03-05')).toMatchObject({ refunds: 500, net_revenue: -500 });
    expect(find(daily, '2025-03-12')).toMatchObject({ chargebacks: 8500 });
    expect(find(daily, '2025-03-06')).toMatchObject({ bonuses: 400 });
    expect(find(daily, '2025-03-07')).toMatchObject({ goodwill: 250, profit: -160 - 250 });
    expect(find(daily, '2025-03-20')).toMatchObject({ chargebacks: -2000, fees: 30 });
    expect(find(daily, '2025-03-31')).toMatchObject({ revenue: 1000 });
  });

  it('should assign kinds, countries and customers, and leave the rest to nobody', async () => {
    const kinds = await report(`${PERIOD}&group_by=kind`);
    expect(find(kinds, 'residential')).toMatchObject({
      ...{ revenue: 3000, refunds: 500, cost: 14_400, traffic_bytes: 5e9 },
      billed_bytes: 5e9 - 300,
    });
    expect(find(kinds, 'datacenter')).toMatchObject({ revenue: 1000, cost: 4960 });
    expect(find(kinds, null)).toMatchObject({
      label: 'No kind',
      revenue: 0,
      fees: 30,
      bonuses: 400,
    });
    const countries = await report(`${PERIOD}&group_by=country`);
    expect(find(countries, 'gb')).toMatchObject({ label: 'United Kingdom', cost: 6400 });
    expect(find(countries, 'us')).toMatchObject({ revenue: 4000, refunds: 500, cost: 12_960 });
    const customers = await report(`${PERIOD}&group_by=customer`);
    expect(find(customers, chi.id)).toMatchObject({
      label: 'Chi',
      chargebacks: 6500,
      ...{ cost: 14_400, fees: 30 },
    });
    expect(find(customers, dayo.id)).toMatchObject({
      ...{ revenue: 1000, cost: 1600, bonuses: 400, goodwill: 250, profit: -1250 },
    });
    expect(find(customers, null)).toMatchObject({ revenue: 0, cost: 4960 });
  });

  it('should allocate the sales of a kind to networks by the traffic that they carried', async () => {
    const { main, second, third } = networks;
    const allocated = await report(`${PERIOD}&group_by=network`);
    expect(find(allocated, main)).toMatchObject({
      ...{ label: 'Main', revenue: 2400, refunds: 400, cost: 8000, traffic_bytes: 4e9 },
      billed_bytes: null,
    });
    expect(find(allocated, second)).toMatchObject({ revenue: 600, refunds: 100, cost: 6400 });
    expect(find(allocated, third)).toMatchObject({ revenue: 6000, refunds: 0, cost: 1600 });
    expect(find(allocated, null)).toMatchObject({ revenue: 1000, chargebacks: 6500, cost: 4960 });
    await testApp.sql('DELETE FROM supply_network WHERE id = $1', [third]);
    expect(find(await report(`${PERIOD}&group_by=network`), third)).toMatchObject({
      ...{ label: `Network ${third} (removed)`, revenue: 6000, cost: 1600 },
    });
  });

  it('should convert at today’s rate, and be empty without figures', async () => {
    const settings = testApp.app.get(SettingsService, { strict: false });
    await testApp.sql(`INSERT INTO setting (key, value) VALUES ('exchangeRate', '800.5')`);
    settings.invalidateCache();
    const converted = await report(PERIOD);
    await testApp.sql(`DELETE FROM setting WHERE key = 'exchangeRate'`);
    settings.invalidateCache();
    expect(converted).toMatchObject({ exchange_rate: 800.5, totals: { cost: 10_486.55 } });
    expect(await report('from=2024-01-01&to=2024-01-31')).toMatchObject({
      ...{ rows: [], totals: { revenue: 0, cost: 0, margin_percent: null }, unpriced_units: 0 },
    });
  });

  it('should refuse periods that are backwards, too long or no dates', async () => {
    for (const query of [
      'from=2025-03-02&to=2025-03-01',
      'from=2024-01-01&to=2025-01-01',
      'from=2025-02-30',
      'group_by=proxy',
    ])
      expect((await testApp.call(getAdmin(), 'GET', `/admin/profit?${query}`)).status).toBe(422);
    const year = '/admin/profit?from=2024-01-01&to=2024-12-31';
    expect((await testApp.call(getAdmin(), 'GET', year)).status).toBe(200);
  });

  it('should be for admins only', async () => {
    const staff = await testApp.createUser('sub-admin');
    for (const caller of [staff, chi]) {
      expect((await testApp.call(caller, 'GET', '/admin/profit')).status).toBe(403);
      const body = { format: 'csv' };
      expect((await testApp.call(caller, 'POST', '/admin/profit/export', body)).status).toBe(403);
    }
    expect((await testApp.call(null, 'GET', '/admin/profit')).status).toBe(401);
  });

  it('should export PDF, spreadsheet and CSV, and audit each', async () => {
    const exportAs = (format: string) =>
      testApp.call(getAdmin(), 'POST', '/admin/profit/export', {
        ...{ format, from: '2025-03-01', to: '2025-03-31', group_by: 'kind' },
      });
    const pdf = await exportAs('pdf');
    expect(pdf.raw.subarray(0, 5).toString()).toBe('%PDF-');
    const [sheet] = await readXlsx((await exportAs('xlsx')).raw);
    expect(sheet!.data).toContainEqual([
      'Residential',
      3000,
      500,
      4.66,
      14_400,
      -11_900,
      0,
      -11_900,
      -476,
    ]);
    const csv = await exportAs('csv');
    expect(csv.headers['content-disposition']).toBe(
      'attachment; filename="profit-kind-2025-03-01-2025-03-31.csv"',
    );
    expect(csv.raw.toString()).toContain(
      '\r\nTotal,10000.00,500.00,6500.00,3000.00,7000000000,6999999600,20960.00,-17960.00,-598.7,30.00,400.00,250.00,-18640.00\r\n',
    );
    expect((await exportAs('excel')).status).toBe(422);
    const audited = await testApp.sql(
      `SELECT details FROM audit_log WHERE action = 'system.report_exported' AND target = 'report:profit' ORDER BY id`,
    );
    expect(audited).toEqual(
      ['pdf', 'xlsx', 'csv'].map((format) => ({
        details: `Exported profit-kind-2025-03-01-2025-03-31.${format}`,
      })),
    );
  });
}
