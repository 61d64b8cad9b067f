import { createHmac } from 'node:crypto';
import { PricingService } from '../../../src/catalog/prices/pricing.service';
import { AppConfig } from '../../../src/config/app-config';
import { countOrders, findOrderAudit, findStatementLines } from './order-helpers';
import {
  expectConsistentBooks,
  NIGERIAN_ADDRESS_PRICE,
  ONE_GB_PRICE,
  useProxiesTestApp,
  poolRequest,
  datacenterRequest,
  catchErrorCode,
  countOutcomes,
  waitUntil,
} from './proxies-test-app';

const DAY_MS = 86_400_000;

describe('Purchases', () => {
  const app = useProxiesTestApp();

  afterEach(() => expectConsistentBooks(app));

  describe('buyPool', () => {
    it('should charge the wallet and deliver a working credential', async () => {
      const actor = await app.createCustomer(10_000);
      const receipt = await app.orders.buyPool(
        actor,
        poolRequest({
          region: 'lagos',
          city: 'ikeja',
          isp: 'mtn',
          ttl_minutes: 10,
          protocol: 'socks5',
        }),
      );
      expect(receipt).toMatchObject({ order_status: 'delivered', refunded_amount: 0 });
      expect(receipt.transaction).toMatchObject({ type: 'debit', status: 'successful' });
      expect(receipt.transaction.amount).toBe(ONE_GB_PRICE);
      expect(receipt.transaction.description).toBe('Residential proxy, 1 GB, Nigeria');
      expect(await app.getBalance(actor)).toBe(10_000 - ONE_GB_PRICE);
      expect(receipt.proxies).toHaveLength(1);
      const proxy = await app.find(actor, receipt.proxies[0]!.id);
      expect(proxy).toMatchObject({
        type: 'residential_ipv4',
        status: 'active',
        isExpired: false,
        protocol: 'socks5',
        country: 'ng',
        region: 'lagos',
        city: 'ikeja',
        isp: 'mtn',
        ttlMinutes: 10,
        ip: null,
        limitBytes: 1_073_741_824n,
        usedBytes: 0n,
        host: 'localhost',
        port: 3128,
        portSocks5: 1080,
      });
      expect(proxy.expiresAt.getTime() - Date.now()).toBeGreaterThan(29.9 * DAY_MS);
      const [credential] = await app.sql<Record<string, unknown>>(
        `SELECT * FROM gateway_credential WHERE username = $1`,
        [proxy.username],
      );
      expect(credential).toMatchObject({
        kind: 'residential',
        protocol: 'socks5',
        country: 'ng',
        region: 'lagos',
        city: 'ikeja',
        isp: 'mtn',
        ttl_minutes: 10,
        limit_bytes: '1073741824',
        status: 'active',
        session_id: proxy.sessionId,
      });
      const key = app.module.get(AppConfig).key('proxy-credential');
      expect(credential!.password_digest).toEqual(
        createHmac('sha256', key).update(proxy.password).digest(),
      );
    });

    it('should issue credentials that go into a URL, and store the password encrypted only', async () => {
      const actor = await app.createCustomer(10_000);
      const { proxies } = await app.orders.buyPool(actor, poolRequest());
      const [{ username, password, host, port }] = proxies as [(typeof proxies)[number]];
      expect(username).toMatch(/^np[a-z0-9]{10}$/);
      expect(password).toMatch(/^[A-Za-z0-9]{20}$/);
      expect(new URL(`http://${username}:${password}@${host}:${port}`)).toMatchObject({
        username,
        password,
      });
      const [{ row }] = (await app.sql(
        `SELECT row_to_json(p)::text AS row FROM proxy p WHERE username = $1`,
        [username],
      )) as [{ row: string }];
      expect(row).not.toContain(password);
    });

    it('should write one line on the statement and one audit row', async () => {
      const actor = await app.createCustomer(10_000);
      const { order_id: orderId } = await app.orders.buyPool(actor, poolRequest());
      expect(await findStatementLines(app, actor)).toEqual([
        {
          reference: expect.stringMatching(/^BUY-[0-9A-F]{16}$/),
          description: 'Residential proxy, 1 GB, Nigeria',
          payment_method: 'wallet',
          metadata: { proxy_type: 'residential_ipv4', quantity: 1 },
          kind: 'purchase',
          key: expect.stringMatching(/^purchase:[0-9a-f-]{36}$/),
          against: 'revenue',
        },
      ]);
      expect(await findOrderAudit(app, orderId)).toEqual([
        {
          action: 'proxy.ordered',
          actor_name: 'Ada Obi',
          details: 'Residential proxy, 1 GB, Nigeria for ₦4,960',
        },
      ]);
    });

    it('should use the current exchange rate and markup', async () => {
      const actor = await app.createCustomer(100_000);
      const pricing = app.module.get(PricingService, { strict: false });
      const rate = async () => (await pricing.getTerms()).exchange_rate;
      await app.sql(
        `INSERT INTO setting (key, value)
         VALUES ('exchangeRate', '2000'), ('markupEnabled', 'true'), ('markupPercentage', '10')`,
      );
      await waitUntil(async () => (await rate()) === 2000);
      const { transaction } = await app.orders.buyPool(actor, poolRequest());
      expect(transaction.amount).toBe(6820);
      await app.sql(`DELETE FROM setting`);
      await waitUntil(async () => (await rate()) === 1600);
    });

    it.each([
      ['too much traffic', { traffic_limit_mb: 1001 }, 'traffic_limit_mb'],
      ['a country without exits', { country: 'aq' }, 'country'],
      ['a region of another country', { region: 'england' }, 'region'],
      ['a city of another region', { region: 'lagos', city: 'kano' }, 'city'],
      ['an ISP that is not there', { isp: 'comcast' }, 'isp'],
      ['a region of no country', { country: 'zz', region: 'lagos' }, 'region'],
    ])('should refuse %s and charge nothing', async (_what, over, field) => {
      const actor = await app.createCustomer(10_000);
      await expect(app.orders.buyPool(actor, poolRequest(over))).rejects.toMatchObject({
        kind: 'invalid',
        details: { [field]: [expect.any(String)] },
      });
      expect(await app.getBalance(actor)).toBe(10_000);
      expect(await countOrders(app, actor)).toBe(0);
    });

    it('should refuse a location whose last exit is disabled', async () => {
      const actor = await app.createCustomer(10_000);
      await app.sql(`UPDATE exit_node SET enabled = false WHERE country = 'rw'`);
      expect(await catchErrorCode(app.orders.buyPool(actor, poolRequest({ country: 'rw' })))).toBe(
        'invalid VALIDATION_FAILED',
      );
    });

    it('should report the shortfall and write nothing when the balance is too low', async () => {
      const actor = await app.createCustomer(1000);
      await expect(app.orders.buyPool(actor, poolRequest())).rejects.toMatchObject({
        kind: 'insufficient_balance',
        message: 'Insufficient wallet balance',
        details: {
          required_amount: ONE_GB_PRICE,
          current_balance: 1000,
          shortfall: ONE_GB_PRICE - 1000,
        },
      });
      expect(await countOrders(app, actor)).toBe(0);
    });
  });

  describe('buyDatacenter', () => {
    it('should deliver one dedicated address per unit', async () => {
      const actor = await app.createCustomer(50_000);
      const receipt = await app.orders.buyDatacenter(
        actor,
        datacenterRequest(await app.getCountryId('ng'), { quantity: 3, duration_minutes: 86_400 }),
      );
      expect(receipt.transaction.amount).toBe(3 * 2 * NIGERIAN_ADDRESS_PRICE);
      expect(receipt.transaction.description).toBe('3 datacenter proxies, 60 days, Nigeria');
      const proxies = await Promise.all(receipt.proxies.map(({ id }) => app.find(actor, id)));
      expect(proxies).toHaveLength(3);
      for (const field of [
        'id',
        'uuid',
        'apiId',
        'ip',
        'username',
        'password',
        'sessionId',
      ] as const)
        expect(new Set(proxies.map((proxy) => proxy[field])).size).toBe(3);
      for (const proxy of proxies) {
        expect(proxy).toMatchObject({
          ...{ type: 'individual_ipv4', status: 'active', country: 'ng', limitBytes: null },
          ...{ region: null, city: null, isp: null, ttlMinutes: null },
        });
        expect(proxy.price.toNaira()).toBe(2 * NIGERIAN_ADDRESS_PRICE);
        expect(proxy.expiresAt.getTime() - Date.now()).toBeGreaterThan(59.9 * DAY_MS);
        const [unit] = await app.sql(
          `SELECT s.order_id, c.exit_node_id = s.exit_node_id AS same_exit, c.exit_address, c.status
           FROM stock_unit s, gateway_credential c WHERE s.address = $1 AND c.username = $2`,
          [proxy.ip, proxy.username],
        );
        expect(unit).toEqual({
          order_id: receipt.order_id,
          same_exit: true,
          exit_address: proxy.ip,
          status: 'active',
        });
      }
    });

    it('should refuse more than the free stock, report it and take neither money nor stock', async () => {
      const actor = await app.createCustomer(1_000_000);
      await app.setStock('gh', 2);
      await expect(
        app.orders.buyDatacenter(
          actor,
          datacenterRequest(await app.getCountryId('gh'), { quantity: 3 }),
        ),
      ).rejects.toMatchObject({
        kind: 'conflict',
        code: 'OUT_OF_STOCK',
        message: 'Only 2 addresses are left in Ghana. You were not charged.',
        details: { available: 2 },
      });
      expect(await app.getBalance(actor)).toBe(1_000_000);
      expect(await countOrders(app, actor)).toBe(0);
    });

    it('should refuse a country without a datacenter', async () => {
      const actor = await app.createCustomer(1_000_000);
      expect(
        await catchErrorCode(
          app.orders.buyDatacenter(actor, datacenterRequest(await app.getCountryId('aq'))),
        ),
      ).toBe('invalid VALIDATION_FAILED');
      expect(
        await catchErrorCode(app.orders.buyDatacenter(actor, datacenterRequest(999_999))),
      ).toBe('invalid VALIDATION_FAILED');
    });

    it('should sell the last address to one of fifty concurrent buyers and charge only that one', async () => {
      await app.setStock('bj', 1);
      const countryId = await app.getCountryId('bj');
      const buyers = await Promise.all(
        Array.from({ length: 50 }, () => app.createCustomer(10_000)),
      );
      const outcomes = await Promise.all(
        buyers.map((actor) =>
          app.orders.buyDatacenter(actor, datacenterRequest(countryId)).then(
            ({ order_status }) => order_status,
            (error: { code: string }) => error.code,
          ),
        ),
      );
      expect(countOutcomes(outcomes)).toEqual({ delivered: 1, OUT_OF_STOCK: 49 });
      const balances = await Promise.all(buyers.map((actor) => app.getBalance(actor)));
      expect(balances.filter((balance) => balance === 10_000)).toHaveLength(49);
    });

    it('should sell every address once under concurrent purchases of several', async () => {
      await app.setStock('zm', 20);
      const countryId = await app.getCountryId('zm');
      const buyers = await Promise.all(
        Array.from({ length: 12 }, () => app.createCustomer(100_000)),
      );
      const outcomes = await Promise.all(
        buyers.map((actor) =>
          app.orders.buyDatacenter(actor, datacenterRequest(countryId, { quantity: 3 })).then(
            ({ order_status }) => order_status,
            (error: { code: string }) => error.code,
          ),
        ),
      );
      expect(countOutcomes(outcomes)).toEqual({ delivered: 6, OUT_OF_STOCK: 6 });
    });
  });
});
