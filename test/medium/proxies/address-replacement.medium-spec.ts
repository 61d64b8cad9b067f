import { DataSource } from 'typeorm';
import { INVARIANTS } from '../../../src/admin/integrity/invariants';
import { AppConfig } from '../../../src/config/app-config';
import { EchoGateway } from './echo-gateway';
import { createHttpTestApp, type Customer, poolOrderBody, type HttpTestApp } from './http-test-app';

const STOCK = '/admin/supply/stock';
const STOCK_INVARIANTS = ['stock-sold-once', 'dedicated-proxies-have-their-unit'];
const DAY_MS = 86_400_000;

interface Unit {
  id: number;
  address: string;
  status: string;
  note: string | null;
  proxy: { id: number } | null;
}
interface Offer {
  id: number;
  can_replace_address: boolean;
}
interface Bought {
  id: number;
  ip: string;
  username: string;
  password: string;
}

describe('Replacement of an address by its customer', () => {
  let app: HttpTestApp;
  let source: DataSource;
  let admin: Customer;
  let customer: Customer;
  let iceland: number;
  /** Where the shop has exits of its own. */
  let nigeria: number;
  let serial = 0;
  let gateway: EchoGateway;

  beforeAll(async () => {
    app = await createHttpTestApp();
    source = app.nest.get(DataSource);
    gateway = await EchoGateway.start();
    admin = await app.signUp('admin');
    const countries = await source.query<{ id: number }[]>(
      `SELECT id FROM catalog_country WHERE code IN ('is', 'ng') ORDER BY code`,
    );
    [iceland, nigeria] = countries.map(({ id }) => id) as [number, number];
  });
  beforeEach(async () => {
    gateway.reset('UPSTREAM_FAILED');
    Object.assign(app.nest.get(AppConfig).gateway, { probeUrl: gateway.probeUrl });
    customer = await app.signUp();
    await app.fundWallet(customer, 100_000);
  });
  afterEach(async () => {
    await source.query(`UPDATE proxy SET status = 'expired' WHERE country = 'is'`);
    await source.query(`DELETE FROM stock_unit WHERE upstream_url_encrypted IS NOT NULL`);
  });
  afterAll(async () => {
    gateway.close();
    await app.close();
  });

  /** @returns the addresses that were added, which are sold in this order. */
  const importUnits = async (count: number, days?: number): Promise<string[]> => {
    const added = Array.from({ length: count }, () => `203.0.113.${(serial = (serial % 250) + 1)}`);
    const { status } = await app.call(
      'POST',
      `${STOCK}/import`,
      {
        text: added.map((address) => `${address}:8000:u:p`).join('\n'),
        country: 'is',
        ...(days && { upstream_expires_at: new Date(Date.now() + days * DAY_MS).toISOString() }),
      },
      admin.headers,
    );
    expect(status).toBe(200);
    return added;
  };
  const buy = async (countryId = iceland): Promise<Bought> => {
    const order = {
      ...{ country_id: countryId, duration_minutes: 30 * 1440, quantity: 1 },
      ...{ proxy_type: 'individual_ipv4', protocol: 'http' },
    };
    const { headers } = customer;
    const { status, body } = await app.call('POST', '/proxies/buy-datacenter', order, headers);
    expect(status).toBe(201);
    const [proxy] = (body.data as unknown as { proxies: [Bought] }).proxies;
    await source.query(`UPDATE proxy SET host = '127.0.0.1', port = $2 WHERE id = $1`, [
      proxy.id,
      gateway.port,
    ]);
    return proxy;
  };
  const replace = (id: number, body: object = { reason: 'dead' }, { headers } = customer) =>
    app.call('POST', `/user/proxies/${id}/replacement`, body, headers);
  /** What the answers with one proxy and with all of them say. */
  const canReplace = async (id: number): Promise<boolean> => {
    const read = (path: string) =>
      app
        .call('GET', `/user/proxies${path}`, undefined, customer.headers)
        .then(({ body }) => body.data as unknown as { proxy: Offer; proxies: Offer[] });
    const { proxy } = await read(`/${id}`);
    const { proxies } = await read('');
    expect(proxies.find((each) => each.id === id)).toEqual(proxy);
    return proxy.can_replace_address;
  };
  const getUnits = async (): Promise<Unit[]> => {
    const { body } = await app.call('GET', `${STOCK}?per_page=100`, undefined, admin.headers);
    return (body.data as unknown as { units: Unit[] }).units;
  };
  const unitOf = async (address: string): Promise<Unit> =>
    (await getUnits()).find((unit) => unit.address === address)!;
  const getHistory = (proxyId: number) =>
    source.query<{ old: string; new: string }[]>(
      `SELECT old_address AS old, new_address AS new, reason, details, user_id
       FROM address_replacement WHERE proxy_id = $1 ORDER BY id`,
      [proxyId],
    );
  /** Replacements count until 30 days after. */
  const backdate = (proxyId: number, days: number) =>
    source.query(
      `UPDATE address_replacement SET created_at = created_at - $2 * interval '1 day' WHERE proxy_id = $1`,
      [proxyId, days],
    );
  const expectIntact = async () => {
    for (const [name, [, sql]] of Object.entries(INVARIANTS))
      if (STOCK_INVARIANTS.includes(name))
        expect([name, await source.query(sql)]).toEqual([name, []]);
  };
  const refusal = (code: string) => ({ status: 409, body: { success: false, code } });

  it('should give another address, keep the credentials and withdraw a dead unit', async () => {
    const [old, other] = await importUnits(2);
    const proxy = await buy();
    expect(proxy.ip).toBe(old);
    const [before] = await source.query<[object]>(
      `SELECT balance_kobo::text FROM ledger_account WHERE user_id = $1 AND kind = 'wallet'`,
      [customer.userId],
    );
    const { status, body } = await replace(proxy.id, { reason: 'dead', details: '  Times out  ' });
    expect([status, body.message]).toEqual([
      201,
      'Your proxy has a new address. Username and password stay the same.',
    ]);
    const shown = await app.call('GET', `/user/proxies/${proxy.id}`, undefined, customer.headers);
    expect(body.data).toEqual(shown.body.data);
    const { username, password } = proxy;
    expect(body.data.proxy).toMatchObject({ id: proxy.id, ip: other, username, password });
    expect(await unitOf(old!)).toMatchObject({
      status: 'dead',
      proxy: null,
      note: `Reported dead by the customer of proxy ${proxy.id}: Times out`,
    });
    expect(await unitOf(other!)).toMatchObject({ status: 'sold', proxy: { id: proxy.id } });
    expect(await getHistory(proxy.id)).toEqual([
      { old, new: other, reason: 'dead', details: 'Times out', user_id: customer.userId },
    ]);
    const [account] = await source.query<[object]>(
      `SELECT exit_address AS address FROM gateway_credential WHERE proxy_id = $1`,
      [proxy.id],
    );
    expect(account).toEqual({ address: other });
    const audits = await source.query<{ details: string }[]>(
      `SELECT details FROM audit_log WHERE action = 'proxy.address_replaced' AND target = $1 AND actor_id = $2`,
      [`proxy:${proxy.id}`, customer.userId],
    );
    expect(audits).toEqual([
      {
        details: `Replaced ${old} by ${other} behind proxy ${proxy.id}, reported dead by its owner`,
      },
    ]);
    const [after] = await source.query<[object]>(
      `SELECT balance_kobo::text FROM ledger_account WHERE user_id = $1 AND kind = 'wallet'`,
      [customer.userId],
    );
    expect(after).toEqual(before);
    await expectIntact();
  });

  it('should not replace an address as dead that works, nor count it', async () => {
    await importUnits(2);
    const proxy = await buy();
    gateway.refusal = undefined;
    for (let round = 0; round < 3; round++)
      expect(await replace(proxy.id)).toMatchObject(refusal('ADDRESS_WORKS'));
    expect(await getHistory(proxy.id)).toEqual([]);
    expect(await unitOf(proxy.ip)).toMatchObject({ status: 'sold', note: null });
    expect(gateway.tests).toBe(3);
    expect((await replace(proxy.id, { reason: 'slow' })).status).toBe(201);
    expect(gateway.tests).toBe(3);
    await expectIntact();
  });

  it.each([
    ['the gateway cannot be reached', () => source.query('UPDATE proxy SET port = 1')],
    ['the gateway is unavailable', () => (gateway.refusal = 'UNAVAILABLE')],
    ['all connections are in use', () => (gateway.refusal = 'TOO_MANY_CONNECTIONS')],
    ['the echo cannot be reached without it either', () => (gateway.isEchoDown = true)],
  ])('should replace and count nothing when %s', async (_what, breakIt) => {
    await importUnits(2);
    const proxy = await buy();
    await breakIt();
    const refused = await replace(proxy.id);
    expect(refused).toMatchObject({ status: 503, body: { code: 'ADDRESS_NOT_TESTED' } });
    expect(refused.body.message).toContain('none of your replacements is used');
    expect(await getHistory(proxy.id)).toEqual([]);
    expect(await unitOf(proxy.ip)).toMatchObject({ status: 'sold', note: null });
  });

  it('should believe the customer where no address to test with is configured', async () => {
    await importUnits(2);
    const proxy = await buy();
    gateway.refusal = undefined;
    Object.assign(app.nest.get(AppConfig).gateway, { probeUrl: undefined });
    expect((await replace(proxy.id)).status).toBe(201);
    expect(gateway.tests).toBe(0);
  });

  it.each(['blocked', 'slow'])(
    'should put a unit that is %s back on sale, not give it to the proxy again',
    async (reason) => {
      const [first, second] = await importUnits(2);
      const proxy = await buy();
      expect((await replace(proxy.id, { reason })).body.data.proxy).toMatchObject({ ip: second });
      expect(await unitOf(first!)).toMatchObject({
        status: 'free',
        note: `Reported ${reason} by the customer of proxy ${proxy.id}`,
      });
      // Only the first is free, which the proxy has had.
      expect(await replace(proxy.id, { reason })).toMatchObject(refusal('NO_REPLACEMENT'));
      expect(await unitOf(second!)).toMatchObject({ status: 'sold', note: null });
      expect((await buy()).ip).toBe(first);
      await expectIntact();
    },
  );

  it('should allow two replacements of a proxy in 30 days', async () => {
    await importUnits(6);
    const proxy = await buy();
    const other = await buy();
    for (let round = 1; round <= 2; round++) expect((await replace(proxy.id)).status).toBe(201);
    await backdate(proxy.id, 10);
    gateway.tests = 0;
    const refused = await replace(proxy.id);
    expect(gateway.tests).toBe(0);
    expect(refused).toMatchObject(refusal('REPLACEMENT_LIMIT'));
    const [nextAt] = refused.body.errors?.next_at as [string];
    expect((Date.parse(nextAt) - Date.now()) / DAY_MS).toBeCloseTo(20, 1);
    expect(await getHistory(proxy.id)).toHaveLength(2);
    expect((await replace(other.id)).status).toBe(201);
    await backdate(proxy.id, 20);
    expect((await replace(proxy.id)).status).toBe(201);
    await expectIntact();
  });

  it('should change nothing without a free unit of the country that outlives the proxy', async () => {
    const [only] = await importUnits(1);
    const proxy = await buy();
    await importUnits(1, 29);
    const refused = await replace(proxy.id);
    expect(refused).toMatchObject(refusal('NO_REPLACEMENT'));
    expect(refused.body.message).not.toContain('Import');
    expect(await unitOf(only!)).toMatchObject({ status: 'sold', proxy: { id: proxy.id } });
    expect(await getHistory(proxy.id)).toEqual([]);
    await expectIntact();
  });

  it("should refuse other people's proxies, ended and suspended ones, and invalid requests", async () => {
    const [old] = await importUnits(2);
    const proxy = await buy();
    const stranger = await app.signUp();
    for (const id of [proxy.id, 2_147_483_647])
      expect(await replace(id, undefined, stranger)).toMatchObject({
        status: 404,
        body: { code: 'PROXY_NOT_FOUND' },
      });
    expect((await replace(proxy.id, undefined, admin)).status).toBe(403);
    expect((await app.call('POST', `/user/proxies/${proxy.id}/replacement`)).status).toBe(401);
    for (const body of [{}, { reason: 'ugly' }, { reason: 'slow', details: 'x'.repeat(201) }])
      expect((await replace(proxy.id, body)).status).toBe(422);
    const own = (path: string) =>
      app.call('POST', `/user/proxies/${proxy.id}/${path}`, undefined, customer.headers);
    expect(await canReplace(proxy.id)).toBe(true);
    await own('suspend');
    expect(await canReplace(proxy.id)).toBe(false);
    expect(await replace(proxy.id)).toMatchObject(refusal('PROXY_SUSPENDED'));
    await own('resume');
    await source.query(`UPDATE proxy SET expires_at = now() WHERE id = $1`, [proxy.id]);
    expect(await replace(proxy.id)).toMatchObject(refusal('PROXY_EXPIRED'));
    expect(await canReplace(proxy.id)).toBe(false);
    expect(await unitOf(old!)).toMatchObject({ note: null });
  });

  it('should tell owners of a pool proxy to rotate it, and refuse an address that was not bought', async () => {
    const { status, body } = await app.call(
      'POST',
      '/proxies/buy',
      poolOrderBody,
      customer.headers,
    );
    expect(status).toBe(201);
    const [pool] = (body.data as unknown as { proxies: [Bought] }).proxies;
    const refused = await replace(pool.id);
    expect(refused).toMatchObject(refusal('ADDRESS_NOT_REPLACEABLE'));
    expect(refused.body.message).toContain('Rotate');
    expect(await canReplace(pool.id)).toBe(false);

    const proxy = await buy(nigeria);
    expect(await replace(proxy.id)).toMatchObject(refusal('ADDRESS_NOT_REPLACEABLE'));
    expect(await canReplace(proxy.id)).toBe(false);
  });

  it('should leave an address that the proxy got since the one that was reported', async () => {
    await importUnits(3);
    const proxy = await buy();
    expect(await replace(proxy.id, { reason: 'slow', address: proxy.ip })).toMatchObject({
      status: 201,
    });
    const late = await replace(proxy.id, { reason: 'slow', address: proxy.ip });
    expect(late).toMatchObject(refusal('ADDRESS_REPLACED'));
    expect(await getHistory(proxy.id)).toHaveLength(1);
    const current = (await getHistory(proxy.id)).at(-1)!.new;
    expect(await replace(proxy.id, { reason: 'slow', address: current })).toMatchObject({
      status: 201,
    });
    expect((await replace(proxy.id, { reason: 'slow', address: 'here' })).status).toBe(422);
  });

  it('should never exceed the limit under 20 concurrent requests, nor cost an address twice', async () => {
    await importUnits(10);
    const proxy = await buy();
    const known = ['done', 'ADDRESS_REPLACED', 'REPLACEMENT_LIMIT'];
    let done = 0;
    for (let round = 1; round <= 3; round++) {
      const reason = round === 1 ? 'dead' : 'slow';
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => replace(proxy.id, { reason })),
      );
      const outcomes = answers.map(({ status, body }) => (status === 201 ? 'done' : body.code!));
      expect(outcomes.filter((outcome) => !known.includes(outcome))).toEqual([]);
      done += outcomes.filter((outcome) => outcome === 'done').length;
      expect(done).toBeGreaterThanOrEqual(Math.min(round, 2));
      expect(done).toBeLessThanOrEqual(2);
      const history = await getHistory(proxy.id);
      expect(history).toHaveLength(done);
      const held = (await getUnits()).filter((unit) => unit.proxy?.id === proxy.id);
      expect(held.map(({ address }) => address)).toEqual([history.at(-1)!.new]);
      await expectIntact();
    }
  });

  it('should give each unit one owner while customers and staff replace at once', async () => {
    for (let round = 1; round <= 4; round++) {
      await importUnits(6);
      const proxies = [await buy(), await buy(), await buy()];
      const units = await Promise.all(proxies.map(({ ip }) => unitOf(ip)));
      const answers = await Promise.all(
        proxies.flatMap(({ id }, index) => [
          replace(id, { reason: index === 0 ? 'dead' : 'slow' }),
          app.call(
            'POST',
            `${STOCK}/${units[index]!.id}/replace`,
            { reason: 'Dead' },
            admin.headers,
          ),
        ]),
      );
      for (const { status, body } of answers)
        expect([200, 201, 'ADDRESS_REPLACED', 'UNIT_NOT_SOLD', 'NO_REPLACEMENT']).toContain(
          status < 300 ? status : body.code,
        );
      const owners = (await getUnits()).flatMap(({ proxy }) => proxy?.id ?? []);
      expect(owners.sort()).toEqual(proxies.map(({ id }) => id).sort());
      await expectIntact();
      await source.query(`UPDATE proxy SET status = 'expired' WHERE country = 'is'`);
      await source.query(`DELETE FROM stock_unit WHERE upstream_url_encrypted IS NOT NULL`);
    }
  });

  it('should be in the export, and lose the text of a customer whose account is closed', async () => {
    const [old, other] = await importUnits(2);
    const proxy = await buy();
    await replace(proxy.id, { reason: 'blocked', details: 'Ada of Yaba' });
    const { body } = await app.call('GET', '/user/export', undefined, customer.headers);
    expect((body.data as Record<string, unknown>).address_replacements).toMatchObject([
      {
        ...{ proxy_id: proxy.id, old_address: old, new_address: other },
        ...{ reason: 'blocked', details: 'Ada of Yaba' },
      },
    ]);
    await app.emptyWallet(customer);
    const closed = await app.call('DELETE', '/user', undefined, customer.headers);
    expect(closed.status).toBe(200);
    expect(await getHistory(proxy.id)).toMatchObject([{ reason: 'blocked', details: null }]);
    expect((await unitOf(old!)).note).toBe(`Reported blocked by the customer of proxy ${proxy.id}`);
  });
});
