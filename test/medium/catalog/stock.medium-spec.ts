import { DataSource } from 'typeorm';
import { AlertConditionQueries } from '../../../src/admin/alerts/alert-conditions.queries';
import { INVARIANTS } from '../../../src/admin/integrity/invariants';
import { decrypt } from '../../../src/common/crypto/secrets';
import { AppConfig } from '../../../src/config/app-config';
import { ProxyExpiryService } from '../../../src/proxies/proxy-expiry.service';
import { OrderRefundService } from '../../../src/proxies/refunds/order-refund.service';
import { useHttpTestApp, type Customer, type HttpTestResponse } from '../proxies/http-test-app';

const PATH = '/admin/supply/stock';
const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

const STOCK_INVARIANTS = ['stock-sold-once', 'dedicated-proxies-have-their-unit'];

interface Imported {
  counts: { added: number; duplicate: number; malformed: number };
  countries: { country: string; added: number }[];
  lines: { line: number; outcome: string; address: string | null; reason: string | null }[];
}
interface Unit {
  id: number;
  address: string;
  status: string;
  port: number | null;
  proxy: { id: number } | null;
}

describe('Stock', () => {
  const app = useHttpTestApp();
  let source: DataSource;
  let admin: Customer;
  let subAdmin: Customer;
  let customer: Customer;
  let iceland: number;

  beforeAll(async () => {
    source = app.nest.get(DataSource);
    admin = await app.signUp('admin');
    subAdmin = await app.signUp('sub-admin');
    customer = await app.signUp();
    await app.fundWallet(customer, 1_000_000);
    const [row] = await source.query<[{ id: number }]>(
      `SELECT id FROM catalog_country WHERE code = 'is'`,
    );
    iceland = row.id;
  });
  afterEach(async () => {
    await source.query(`UPDATE proxy SET status = 'expired' WHERE country = 'is'`);
    await source.query(`DELETE FROM stock_unit WHERE upstream_url_encrypted IS NOT NULL`);
  });

  const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object, by = admin) =>
    app.call(method, path, body, by.headers);
  const importList = async (text: string, more: object = {}): Promise<Imported> => {
    const { status, body } = await call('POST', `${PATH}/import`, { text, country: 'is', ...more });
    expect([status, body.errors]).toEqual([200, undefined]);
    return body.data as unknown as Imported;
  };
  const list = async (query = '', by = admin) => {
    const { body } = await call('GET', `${PATH}?per_page=100${query}`, undefined, by);
    return body.data as unknown as {
      units: Unit[];
      counts: Record<string, number>;
      countries: object[];
      pagination: { total: number };
    };
  };
  const buy = (days: 30 | 60 | 90 = 30, quantity = 1, by = customer): Promise<HttpTestResponse> =>
    call(
      'POST',
      '/proxies/buy-datacenter',
      {
        ...{ country_id: iceland, duration_minutes: days * 1440, quantity },
        ...{ proxy_type: 'individual_ipv4', protocol: 'http' },
      },
      by,
    );
  const buyProxy = async (days: 30 | 60 | 90 = 30): Promise<{ id: number; ip: string }> => {
    const { status, body } = await buy(days);
    expect([status, body.message]).toEqual([201, expect.anything()]);
    return (body.data as unknown as { proxies: [{ id: number; ip: string }] }).proxies[0];
  };
  const quantityOf = async (days: number): Promise<number> => {
    const { body } = await call('GET', `/catalog?duration=${days * 1440}`, undefined, customer);
    const items = body.data as unknown as { country_id: number; quantity: number }[];
    return items.find(({ country_id: id }) => id === iceland)?.quantity ?? 0;
  };
  const getBalance = async (): Promise<string> => {
    const [row] = await source.query<[{ kobo: string }]>(
      `SELECT balance_kobo::text AS kobo FROM ledger_account WHERE user_id = $1 AND kind = 'wallet'`,
      [customer.userId],
    );
    return row.kobo;
  };
  const expectIntact = async () => {
    const broken: unknown[] = [];
    for (const [name, [, sql]] of Object.entries(INVARIANTS))
      if (STOCK_INVARIANTS.includes(name) && (await source.query<unknown[]>(sql)).length)
        broken.push(name);
    expect(broken).toEqual([]);
  };

  it('should say what an import would do, then do it once', async () => {
    const text =
      '203.0.113.1:8000:user:Secret-1\nhttp://user:Secret-2@203.0.113.2:8000\nnonsense Secret-3\n203.0.113.1:9000:user:Secret-1';
    const planned = await importList(text, { dry_run: true });
    expect(planned.counts).toEqual({ added: 2, duplicate: 1, malformed: 1 });
    expect(planned.countries).toEqual([{ country: 'is', country_name: 'Iceland', added: 2 }]);
    expect((await list()).pagination.total).toBe(0);
    expect(await importList(text)).toEqual({ ...planned, dry_run: false });
    const again = await importList(text);
    expect(again.counts).toEqual({ added: 0, duplicate: 3, malformed: 1 });
    expect(again.lines).toEqual([
      expect.objectContaining({ line: 1, outcome: 'duplicate', address: '203.0.113.1' }),
      expect.objectContaining({ line: 2, outcome: 'duplicate', address: '203.0.113.2' }),
      expect.objectContaining({ line: 3, outcome: 'malformed', address: null }),
      expect.objectContaining({ line: 4, outcome: 'duplicate' }),
    ]);
    expect(JSON.stringify([planned, again, await list()])).not.toContain('Secret');
    const audits = await source.query<object[]>(
      `SELECT details, changes FROM audit_log WHERE action = 'system.stock_imported'`,
    );
    expect(audits).toEqual([
      expect.objectContaining({ details: expect.stringContaining('2 is') as unknown }),
    ]);
    expect(JSON.stringify(audits)).not.toMatch(/Secret|user/);
  });

  it('should encrypt the account of a unit under its id', async () => {
    await importList('203.0.113.1:8000:us@er:Sec:ret', { protocol: 'socks5' });
    const [row] = await source.query<[{ id: number; url: string; protocol: string }]>(
      `SELECT id, upstream_url_encrypted AS url, upstream_protocol AS protocol FROM stock_unit
       WHERE address = '203.0.113.1'`,
    );
    expect(row.protocol).toBe('socks5');
    const key = app.nest.get(AppConfig).key('secrets');
    expect(decrypt(key, `stock_unit:${row.id}`, row.url)).toBe(
      'socks5://us%40er:Sec%3Aret@203.0.113.1:8000',
    );
  });

  it('should import a CSV with countries by name, and name what is wrong with each line', async () => {
    const text = [
      'ip;port_http;login;password;country;date_end',
      `203.0.113.1;8000;user;pass;Iceland;${inDays(40).slice(0, 10)}`,
      '203.0.113.2;8000;user;pass;Atlantis;',
      '203.0.113.3;8000;user;pass;Malta;01.01.2020',
      'proxy.example;8000;user;pass;Malta;',
      '203.0.113.4;8000;user;pass;mt;',
    ].join('\r\n');
    const { counts, lines, countries } = await importList(text, { country: undefined });
    expect(counts).toEqual({ added: 2, duplicate: 0, malformed: 3 });
    expect(countries.map(({ country }) => country)).toEqual(['is', 'mt']);
    expect(lines.slice(1, 4).map(({ reason }) => reason)).toEqual([
      expect.stringContaining('country is not known'),
      expect.stringContaining('past'),
      expect.stringContaining('IP address'),
    ]);
  });

  it('should refuse what is empty, too long or not for the caller', async () => {
    for (const [body, by, status] of [
      [{ text: '# nothing' }, admin, 422],
      [{ text: 'x'.repeat(200_001) }, admin, 422],
      [{ text: Array.from({ length: 5001 }, () => 'x').join('\n') }, admin, 422],
      [{ text: '203.0.113.1:8000:u:p' }, subAdmin, 403],
      [{ text: '203.0.113.1:8000:u:p' }, customer, 403],
    ] as const)
      expect((await call('POST', `${PATH}/import`, body, by)).status).toBe(status);
    expect((await call('GET', PATH, undefined, customer)).status).toBe(403);
  });

  it('should add each address once when two import the same list at once', async () => {
    const lines = Array.from({ length: 500 }, (_, n) => `198.18.${n >> 8}.${n & 255}:8000:u:p`);
    const results = await Promise.all([
      importList(lines.join('\n')),
      importList([...lines].reverse().join('\n')),
    ]);
    const added = results.map(({ counts }) => counts.added);
    expect(added[0]! + added[1]!).toBe(500);
    expect((await list()).counts).toEqual({
      free: 500,
      sold: 0,
      expiring: 0,
      dead: 0,
      disabled: 0,
    });
    expect((await list('&search=198.18.1.')).pagination.total).toBe(244);
  });

  it('should sell a unit only for a period that ends before it does', async () => {
    await importList('203.0.113.1:8000:u:p', { upstream_expires_at: inDays(61) });
    await importList('203.0.113.2:8000:u:p', { upstream_expires_at: inDays(20) });
    await importList('203.0.113.3:8000:u:p', { upstream_expires_at: inDays(31) });
    expect(await Promise.all([30, 60, 90].map(quantityOf))).toEqual([2, 1, 0]);
    expect((await list()).counts).toMatchObject({ free: 2, expiring: 1 });
    const balance = await getBalance();
    expect(await buy(90)).toMatchObject({ status: 409, body: { code: 'OUT_OF_STOCK' } });
    expect(await getBalance()).toBe(balance);
    expect((await buyProxy(30)).ip).toBe('203.0.113.3');
    expect((await buyProxy(60)).ip).toBe('203.0.113.1');
    expect(await buy(30)).toMatchObject({ status: 409 });
  });

  it('should take disabled units off sale and put them back', async () => {
    await importList('203.0.113.1:8000:u:p');
    const [unit] = (await list()).units as [Unit];
    const put = (body: object, by = admin) => call('PUT', `${PATH}/${unit.id}`, body, by);
    expect((await put({ enabled: false, note: ' Slow ' })).body.data).toMatchObject({
      unit: { status: 'disabled', note: 'Slow' },
    });
    expect(await quantityOf(30)).toBe(0);
    expect((await put({ enabled: true, upstream_expires_at: inDays(3) })).body.data).toMatchObject({
      unit: { status: 'expiring' },
    });
    expect((await put({ upstream_expires_at: null, note: null })).body.data).toMatchObject({
      unit: { status: 'free', upstream_expires_at: null, note: null },
    });
    expect(await quantityOf(30)).toBe(1);
    expect((await put({ enabled: false }, subAdmin)).status).toBe(403);
    expect((await put({ upstream_expires_at: 'soon' })).status).toBe(422);
    expect((await call('PUT', `${PATH}/999999`, { enabled: true })).body.code).toBe(
      'UNIT_NOT_FOUND',
    );
    const [{ count }] = await source.query<[{ count: number }]>(
      `SELECT count(*)::int FROM audit_log WHERE target = $1`,
      [`stock_unit:${unit.id}`],
    );
    expect(count).toBe(3);
  });

  it('should sell nothing of an exit that is not sold, whose proxies go on', async () => {
    await importList('203.0.113.1:8000:u:p');
    const proxy = await buyProxy();
    await importList('203.0.113.2:8000:u:p');
    const [sold] = (await list('&status=sold')).units as [Unit];
    const [{ id }] = await source.query<[{ id: number }]>(
      `SELECT exit_node_id AS id FROM stock_unit WHERE id = $1`,
      [sold.id],
    );
    const sell = (selling: boolean) => call('PUT', `/admin/supply/exits/${id}`, { selling });
    expect((await sell(false)).status).toBe(200);
    expect((await list()).counts).toMatchObject({ free: 0, disabled: 1, sold: 1 });
    expect(await quantityOf(30)).toBe(0);
    expect((await buy()).status).toBe(422);
    const replaced = await call('POST', `${PATH}/${sold.id}/replace`, { reason: 'Dead' });
    expect(replaced.body.code).toBe('NO_REPLACEMENT');
    expect(await source.query('SELECT address FROM gateway_stock_unit')).toContainEqual({
      address: proxy.ip,
    });
    const renewal = { duration_minutes: 30 * 1440 };
    expect(
      (await call('POST', `/user/proxies/${proxy.id}/renewal`, renewal, customer)).status,
    ).toBe(201);
    await sell(true);
    expect(await quantityOf(30)).toBe(1);
  });

  it('should show sub-admins no ports', async () => {
    await importList('203.0.113.1:8000:u:p');
    expect((await list()).units[0]).toMatchObject({ port: 8000 });
    expect((await list('', subAdmin)).units[0]).toMatchObject({ port: null });
  });

  it('should sell the last unit to one of 20 buyers', async () => {
    await importList('203.0.113.1:8000:u:p');
    const answers = await Promise.all(Array.from({ length: 20 }, () => buy()));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      201,
      ...Array<number>(19).fill(409),
    ]);
    expect((await list()).counts).toMatchObject({ free: 0, sold: 1 });
    await expectIntact();
  });

  it('should refuse a renewal beyond the end of the unit, and take it after staff have extended it', async () => {
    await importList('203.0.113.1:8000:u:p', { upstream_expires_at: inDays(95) });
    const proxy = await buyProxy(30);
    const [unit] = (await list()).units as [Unit];
    const renew = (days: number) =>
      call(
        'POST',
        `/user/proxies/${proxy.id}/renewal`,
        { duration_minutes: days * 1440 },
        customer,
      );
    const balance = await getBalance();
    const refused = { status: 409, body: { code: 'ADDRESS_ENDS' } };
    expect(await renew(90)).toMatchObject(refused);
    expect(await getBalance()).toBe(balance);
    // Together they would outlive it.
    const both = await Promise.all([renew(60), renew(60)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await renew(30)).toMatchObject(refused);
    await call('PUT', `${PATH}/${unit.id}`, { upstream_expires_at: inDays(130) });
    expect((await renew(30)).status).toBe(201);
  });

  it('should replace a unit by the free one of the country that ends first after the proxy', async () => {
    await importList('203.0.113.1:8000:u:p', { upstream_expires_at: inDays(70) });
    const proxy = await buyProxy(60);
    const [unit] = (await list()).units as [Unit];
    await importList('203.0.113.2:8000:u:p', { upstream_expires_at: inDays(59) });
    await importList('203.0.113.3:8000:u:p', { country: 'mt' });
    const replace = (by = admin) =>
      call('POST', `${PATH}/${unit.id}/replace`, { reason: 'Dead' }, by);
    expect(await replace()).toMatchObject({ status: 409, body: { code: 'NO_REPLACEMENT' } });
    expect((await list('&status=sold')).units).toMatchObject([
      { id: unit.id, proxy: { id: proxy.id } },
    ]);
    await importList('203.0.113.4:8000:u:p');
    await importList('203.0.113.5:8000:u:p', { upstream_expires_at: inDays(62) });
    expect((await replace(subAdmin)).status).toBe(403);
    const answers = await Promise.all([replace(), replace(), replace()]);
    expect(answers.map(({ body }) => body.code ?? 'done').sort()).toEqual([
      'UNIT_NOT_SOLD',
      'UNIT_NOT_SOLD',
      'done',
    ]);
    expect((await list('&status=sold')).units).toMatchObject([
      { address: '203.0.113.5', proxy: { id: proxy.id } },
    ]);
    expect((await list('&status=dead')).units).toMatchObject([{ id: unit.id, proxy: null }]);
    await expectIntact();
  });

  it('should alert staff to units that end within 7 days while they are sold or on sale', async () => {
    const find = async () =>
      (await app.nest.get(AlertConditionQueries, { strict: false }).find()).find(
        ({ kind }) => kind === 'stock_expiring',
      )?.message;
    await importList('203.0.113.1:8000:u:p\n203.0.113.2:8000:u:p\n203.0.113.3:8000:u:p');
    await buyProxy();
    expect(await find()).toBeUndefined();
    const end = (days: number, order: string) =>
      source.query(
        `UPDATE stock_unit SET upstream_expires_at = now() + $1 * interval '1 day'
         WHERE upstream_url_encrypted IS NOT NULL AND order_id ${order}`,
        [days],
      );
    await end(6.9, 'IS NULL');
    expect(await find()).toContain('2 bought addresses end');
    expect((await list('&status=ending')).units).toHaveLength(2);
    await end(-1, 'IS NULL');
    expect(await find()).toBeUndefined();
    await end(-1, 'IS NOT NULL');
    expect(await find()).toContain('1 bought address ends');
  });

  it.each([
    [
      'expires',
      async (proxyId: number) => {
        await source.query(`UPDATE proxy SET expires_at = now() WHERE id = $1`, [proxyId]);
        await app.nest.get(ProxyExpiryService, { strict: false }).expireDue();
      },
    ],
    [
      'is refunded',
      async (proxyId: number) => {
        const [{ id }] = await source.query<[{ id: number }]>(
          `SELECT order_id AS id FROM proxy WHERE id = $1`,
          [proxyId],
        );
        const actor = { ...admin, name: 'Ada', sessionId: 'session', ip: '', userAgent: '' };
        const refunds = app.nest.get(OrderRefundService, { strict: false });
        await refunds.refund({ ...actor, role: 'admin' }, id, 'Test');
      },
    ],
  ])('should leave no unit held when a proxy %s while its unit is replaced', async (_, end) => {
    for (let round = 1; round <= 4; round++) {
      await importList(`203.0.113.${round}:8000:u:p\n203.0.114.${round}:8000:u:p`);
      const proxy = await buyProxy();
      const unit = (await list('&status=sold')).units[0]!;
      await Promise.all([
        call('POST', `${PATH}/${unit.id}/replace`, { reason: 'Dead' }),
        end(proxy.id),
      ]);
      // An expiry skips what another transaction has locked; the next run finds it.
      await app.nest.get(ProxyExpiryService, { strict: false }).expireDue();
      const { free = 0, sold, expiring, dead = 0 } = (await list()).counts;
      expect([sold, expiring, free + dead]).toEqual([0, 0, 2 * round]);
      await expectIntact();
    }
  });
});
