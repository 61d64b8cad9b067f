import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import type { Actor } from '../../../src/common/security/actor';
import { UnitOfWork } from '../../../src/database/unit-of-work';
import { AttemptResolutionService } from '../../../src/proxies/orders/attempt-resolution.service';
import { ProxyEndpointService } from '../../../src/proxies/endpoints/proxy-endpoint.service';
import { addGateway } from '../../support/gateway-row';
import { waitForLockWaits } from '../../support/lock-waits';
import { describeProvider, pool, racks } from './provider.contract';
import { findOrderAudit } from './order-helpers';
import { ageAttempt, getOrderState } from './provider-mocks';
import {
  expectConsistentBooks,
  createProxiesTestApp,
  datacenterRequest,
  poolRequest,
  catchErrorCode,
  waitUntil,
  type ProxiesTestApp,
} from './proxies-test-app';

let app: ProxiesTestApp;

afterAll(() => app.close());

/** As the gateway meters: the running total and the hour. */
const use = async (apiId: string, bytes: number) => {
  await app.sql(
    `INSERT INTO gateway_meter AS m (proxy_id, bytes_down) SELECT id, $2 FROM gateway_account WHERE api_id = $1
     ON CONFLICT (proxy_id) DO UPDATE SET bytes_down = m.bytes_down + $2, updated_at = now(), changed_minute = date_trunc('minute', now())`,
    [apiId, bytes],
  );
  await app.sql(
    `INSERT INTO usage_hour AS u (proxy_id, hour, bytes_up)
     SELECT id, date_trunc('hour', now()), $2 FROM gateway_account WHERE api_id = $1
     ON CONFLICT (proxy_id, hour) DO UPDATE SET bytes_up = u.bytes_up + $2`,
    [apiId, bytes],
  );
};

const reserve = (count: number) =>
  app.sql<{ exitNodeId: number; address: string }>(
    `SELECT exit_node_id AS "exitNodeId", address FROM stock_unit ORDER BY random() LIMIT $1`,
    [count],
  );

describeProvider('The house', async () => {
  app = await createProxiesTestApp();
  return {
    provider: app.provider,
    reserve,
    use,
    inspect: async (apiId) => {
      const [row] = await app.sql<{
        status: string;
        protocol: string;
        country: string;
        city: string | null;
        ttlMinutes: number;
      }>(
        `SELECT c.status, c.protocol, c.country, c.city, c.ttl_minutes AS "ttlMinutes"
         FROM gateway_credential c JOIN gateway_account a ON a.id = c.proxy_id WHERE a.api_id = $1`,
        [apiId],
      );
      return row!;
    },
  };
});

describe('EmbeddedProvider', () => {
  it('should deliver partly when fewer addresses are reserved than ordered', async () => {
    const result = await app.provider.provision({
      key: randomUUID(),
      order: racks(3),
      reserved: await reserve(2),
    });
    expect(result).toMatchObject({ outcome: 'partly', units: [{}, {}] });
  });

  it('should reject a datacenter order without reserved addresses', async () => {
    const result = await app.provider.provision({
      key: randomUUID(),
      order: racks(1),
      reserved: [],
    });
    expect(result.outcome).toBe('rejected');
  });

  it('should reject an order that violates a database constraint', async () => {
    const order = { ...pool(), country: 'nigeria' };
    const result = await app.provider.provision({ key: randomUUID(), order, reserved: [] });
    expect(result.outcome).toBe('rejected');
  });

  // spec: M6.3
  it('should leave open whether an order was delivered when the database fails otherwise', async () => {
    const key = randomUUID();
    await app.sql('ALTER TABLE gateway_account RENAME TO gateway_account_away');
    try {
      const result = await app.provider.provision({ key, order: pool(), reserved: [] });
      expect(result.outcome).toBe('unknown');
      expect(await app.provider.suspend(key)).toMatchObject({ outcome: 'unknown' });
    } finally {
      await app.sql('ALTER TABLE gateway_account_away RENAME TO gateway_account');
    }
  });

  it('should notify the gateways of every change', async () => {
    const heard: string[] = [];
    const ear = new Client({ connectionString: app.database.url });
    await ear.connect();
    ear.on('notification', (told) => heard.push(told.payload ?? ''));
    await ear.query('LISTEN gateway_credential');
    const result = await app.provider.provision({
      key: randomUUID(),
      order: pool(),
      reserved: [],
    });
    if (result.outcome !== 'delivered') throw new Error(result.outcome);
    const { apiId } = result.units[0]!;
    await app.provider.reconfigure(apiId, { protocol: 'socks5' });
    await app.provider.suspend(apiId);
    await app.provider.rotateSession(apiId, null);
    const [{ id }] = (await app.sql<{ id: number }>(
      `SELECT id FROM gateway_account WHERE api_id = $1`,
      [apiId],
    )) as [{ id: number }];
    await waitUntil(() => Promise.resolve(heard.length >= 3));
    // Not of its coming to exist: such notices would make all purchases queue for one lock.
    expect(heard).toEqual([String(id), String(id), String(id)]);
    await ear.end();
  });

  // spec: G4.7
  it('should keep the rotations of the 1,000 sessions rotated last', async () => {
    const result = await app.provider.provision({
      key: randomUUID(),
      order: pool(),
      reserved: [],
    });
    if (result.outcome !== 'delivered') throw new Error(result.outcome);
    const { apiId } = result.units[0]!;
    await app.sql(
      `INSERT INTO gateway_rotation (account_id, session, rotations, rotated_at)
       SELECT a.id, 's' || i, 1, now() - make_interval(days => 1, secs => i)
       FROM gateway_account a, generate_series(1, 1000) AS i WHERE a.api_id = $1`,
      [apiId],
    );
    for (const session of ['s1000', 'new']) await app.provider.rotateSession(apiId, session);
    const rows = await app.sql<{ session: string; rotations: number }>(
      `SELECT session, rotations FROM gateway_rotation r JOIN gateway_account a ON a.id = r.account_id
       WHERE a.api_id = $1 ORDER BY rotated_at DESC`,
      [apiId],
    );
    expect(rows).toHaveLength(1_000);
    expect(rows.slice(0, 3)).toEqual([
      { session: 'new', rotations: 1 },
      { session: 's1000', rotations: 2 },
      { session: 's1', rotations: 1 },
    ]);
    expect(rows.at(-1)).toMatchObject({ session: 's998' });
  });

  it('should refuse calls inside an open unit of work', async () => {
    const request = { key: randomUUID(), order: pool(), reserved: [] };
    await expect(
      app.module.get(UnitOfWork).run(() => app.provider.provision(request)),
    ).rejects.toThrow('unit of work');
  });

  it('should read usage that commits late with an earlier timestamp', async () => {
    const buy = async () => {
      const result = await app.provider.provision({
        key: randomUUID(),
        order: pool(),
        reserved: [],
      });
      return result.outcome === 'delivered' ? result.units[0]!.apiId : '';
    };
    const [early, late] = [await buy(), await buy()];
    const slow = new Client({ connectionString: app.database.url });
    await slow.connect();
    await slow.query('BEGIN');
    await slow.query(
      `INSERT INTO gateway_meter (proxy_id, bytes_up) SELECT id, 77 FROM gateway_account WHERE api_id = $1`,
      [late],
    );
    await use(early, 5);
    const first = await app.provider.usageChanges(null, 10_000);
    await slow.query('COMMIT');
    await slow.end();
    const second = await app.provider.usageChanges(first.cursor, 10_000);
    expect(second.readings).toContainEqual({ apiId: late, usedBytes: 77n });
  });

  /** Resolves the first attempt of a customer as if it were an hour old. */
  async function giveUp({ userId }: Actor): Promise<{ order: number; key: string }> {
    const find = async () => {
      const [row] = await app.sql<{ order: number; key: string }>(
        `SELECT o.id AS "order", a.key FROM provider_attempt a JOIN proxy_order o ON o.id = a.order_id
         WHERE o.user_id = $1`,
        [userId],
      );
      return row;
    };
    await waitUntil(async () => (await find()) !== undefined);
    const attempt = (await find())!;
    await ageAttempt(app, attempt.order, 3600);
    await app.module.get(AttemptResolutionService, { strict: false }).sweep();
    return attempt;
  }

  // spec: M6.11
  it('should deliver nothing after the refund when the accounts were locked until then', async () => {
    const ada = await app.createCustomer(50_000);
    const blocker = new Client({ connectionString: app.database.url });
    await blocker.connect();
    await blocker.query('BEGIN; LOCK TABLE gateway_account IN SHARE MODE');
    const wish = datacenterRequest(await app.getCountryId('ng'), { quantity: 2 });
    const purchase = catchErrorCode(app.purchases.buyDatacenter(ada, wish));
    await waitForLockWaits(app, 1);
    const { order, key } = await giveUp(ada);
    expect(await getOrderState(app, order)).toMatchObject({ order: 'refunded', held: 0 });
    await blocker.query('COMMIT');
    await blocker.end();
    expect(await purchase).toBe('upstream_failed DELIVERY_FAILED');
    expect(await app.getBalance(ada)).toBe(50_000);
    expect(
      await app.sql(`SELECT status FROM gateway_account WHERE provision_key = $1`, [key]),
    ).toEqual([]);
    await expectConsistentBooks(app);
  });

  // spec: M6.11
  it('should deliver what was being written when it was given up', async () => {
    const ada = await app.createCustomer(50_000);
    const blocker = new Client({ connectionString: app.database.url });
    await blocker.connect();
    // The foreign key of the accounts waits for it, after their key has been written.
    await blocker.query('BEGIN; SELECT FROM exit_node FOR UPDATE');
    const wish = datacenterRequest(await app.getCountryId('ng'), { quantity: 2 });
    const purchase = app.purchases.buyDatacenter(ada, wish);
    await waitForLockWaits(app, 1);
    const givenUp = giveUp(ada);
    await waitForLockWaits(app, 2);
    await blocker.query('COMMIT');
    await blocker.end();
    expect((await purchase).status).toBe('delivered');
    const { order } = await givenUp;
    expect(await getOrderState(app, order)).toMatchObject({ order: 'delivered', proxies: 2 });
    await expectConsistentBooks(app);
  });

  // spec: M6.7
  it('should get a suspend call for units that come although they were cancelled', async () => {
    let wake: () => void = () => undefined;
    const asleep = new Promise<void>((resolve) => (wake = resolve));
    const real = app.provider.provision.bind(app.provider);
    jest.spyOn(app.provider, 'provision').mockImplementationOnce(async (request) => {
      await asleep;
      return real(request);
    });
    jest.spyOn(app.provider, 'cancel').mockResolvedValueOnce({ outcome: 'missing' });
    const ada = await app.createCustomer(50_000);
    const wish = datacenterRequest(await app.getCountryId('ng'), { quantity: 2 });
    const purchase = catchErrorCode(app.purchases.buyDatacenter(ada, wish));
    const { order, key } = await giveUp(ada);
    wake();
    expect(await purchase).toBe('upstream_failed DELIVERY_FAILED');
    expect(await app.getBalance(ada)).toBe(50_000);
    expect(
      await app.sql(`SELECT status FROM gateway_account WHERE provision_key = $1`, [key]),
    ).toEqual([{ status: 'suspended' }, { status: 'suspended' }]);
    expect((await findOrderAudit(app, order)).at(-1)).toMatchObject({
      action: 'system.alert_raised',
      details: `Order ${order} came from the provider after it was refunded: 2 of 2 proxies were stopped there`,
    });
    await expectConsistentBooks(app);
  });

  // spec: G3.7, G3.8
  it('should hand out the host of a gateway that serves the proxy, and follow a moved address', async () => {
    const register = (row: Parameters<typeof addGateway>[1]) =>
      addGateway((sql, values) => app.sql(sql, values), row);
    const [exit] = await app.sql<{ id: number }>(
      `INSERT INTO exit_node (kind, country, leave, local_address) VALUES ('datacenter', 'li', 'local', '203.0.113.2')
       RETURNING id`,
    );
    await app.sql(
      `INSERT INTO stock_unit (exit_node_id, address) SELECT $1, unnest('{203.0.113.3,203.0.113.4}'::text[])`,
      [exit!.id],
    );
    const [a, b] = ['203.0.113.3', '203.0.113.4'];
    await register({ id: 'a', publicHost: 'a.test', addresses: [a!] });
    await register({ id: 'b', publicHost: 'b.test', addresses: [b!] });
    const customer = await app.createCustomer(5_000_000);
    const li = await app.getCountryId('li');
    await app.purchases.buyDatacenter(
      customer,
      datacenterRequest(li, { quantity: 2 }),
      randomUUID(),
    );
    const pool = await app.purchases.buyPool(
      customer,
      poolRequest({ country: 'gh' }),
      randomUUID(),
    );
    const endpoints = () =>
      app.sql<{ ip: string; host: string }>(
        `SELECT coalesce(ip, 'pool') AS ip, host FROM proxy WHERE user_id = $1 ORDER BY ip`,
        [customer.userId],
      );
    expect(pool.status).toBe('delivered');
    expect(await endpoints()).toEqual([
      { ip: a, host: 'a.test' },
      { ip: b, host: 'b.test' },
      // Simulated exits leave from any machine: the first by region and id.
      { ip: 'pool', host: 'a.test' },
    ]);

    const mover = app.module.get(ProxyEndpointService, { strict: false });
    expect(await mover.moveDue()).toBe(0);
    // Silent gateways keep their proxies until another one serves them.
    await register({ id: 'a', publicHost: 'a.test', addresses: [a!], silentFor: 300 });
    expect(await mover.moveDue()).toBe(0);
    await register({ id: 'c', publicHost: 'c.test', addresses: [a!] });
    // The same name in front of both: nothing changes for the customer.
    await register({ id: 'b', publicHost: 'b.test', addresses: [] });
    await register({ id: 'd', publicHost: 'b.test', addresses: [b!] });
    expect(await mover.moveDue()).toBe(1);
    expect(await mover.moveDue()).toBe(0);
    expect(await endpoints()).toEqual([
      { ip: a, host: 'c.test' },
      { ip: b, host: 'b.test' },
      { ip: 'pool', host: 'a.test' },
    ]);
    await app.sql('DELETE FROM gateway');
  });
});
