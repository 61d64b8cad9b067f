import { Money } from '../../../src/common/money/money';
import type { Actor } from '../../../src/common/security/actor';
import { DeliveryService } from '../../../src/proxies/orders/delivery.service';
import { OrderRefundService } from '../../../src/proxies/refunds/order-refund.service';
import { AttemptResolutionService } from '../../../src/proxies/orders/attempt-resolution.service';
import { findOrderAudit, findStatementLines } from './order-helpers';
import {
  ageAttempt,
  applyResult,
  mockProvisionAnswer,
  getNewestOrder,
  NO_ANSWER,
} from './provider-mocks';
import {
  NIGERIAN_ADDRESS_PRICE,
  createProxiesTestApp,
  poolRequest,
  datacenterRequest,
  catchErrorCode,
  waitUntil,
  type ProxiesTestApp,
} from './proxies-test-app';

describe('Records of a purchase', () => {
  let app: ProxiesTestApp;
  let resolver: AttemptResolutionService;
  let refunds: OrderRefundService;
  let admin: Actor;

  beforeAll(async () => {
    app = await createProxiesTestApp();
    resolver = app.module.get(AttemptResolutionService, { strict: false });
    refunds = app.module.get(OrderRefundService, { strict: false });
    admin = { ...(await app.createCustomer()), name: 'Ngozi', role: 'admin' };
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => app.close());

  const lines = (actor: Actor) => findStatementLines(app, actor);
  const audit = (orderId: number) => findOrderAudit(app, orderId);
  const attemptOf = async (orderId: number) => {
    const [row] = await app.sql<{ id: number; key: string; reason: string | null; wait: number }>(
      `SELECT id, key, reason, extract(epoch FROM next_check_at - now())::float AS wait
       FROM provider_attempt WHERE order_id = $1`,
      [orderId],
    );
    return row!;
  };

  // spec: M6.9
  it('should write a debit, an order and an attempt that is not due yet', async () => {
    const actor = await app.createCustomer(10_000);
    let wait = 0;
    const real = app.provider.provision.bind(app.provider);
    const asked = jest.spyOn(app.provider, 'provision').mockImplementation(async (request) => {
      ({ wait } = await attemptOf(await getNewestOrder(app, actor)));
      return real(request);
    });
    const { orderId } = await app.purchases.buyPool(actor, poolRequest());
    const { key } = await attemptOf(orderId);
    const request = { ...poolRequest(), validityDays: 30 };
    expect(asked).toHaveBeenCalledWith({ key, order: request, reserved: [] });
    expect(wait).toBeGreaterThan(20);
    expect(await lines(actor)).toEqual([
      {
        reference: expect.stringMatching(/^BUY-[0-9A-F]{16}$/),
        description: 'Residential proxy, 1 GB, Nigeria',
        payment_method: 'wallet',
        metadata: { proxy_type: 'residential_ipv4', quantity: 1 },
        kind: 'purchase',
        key: `purchase:${key}`,
        against: 'revenue',
      },
    ]);
    expect(await audit(orderId)).toEqual([
      {
        action: 'proxy.ordered',
        actor_name: 'Ada Obi',
        details: 'Residential proxy, 1 GB, Nigeria for ₦4,960',
      },
      { action: 'proxy.delivered', actor_name: 'system', details: '1 of 1 delivered' },
    ]);
  });

  // spec: M3.6
  it('should return the existing order for a repeated key when the location is no longer on sale', async () => {
    const actor = await app.createCustomer(10_000);
    const first = await app.purchases.buyPool(actor, poolRequest({ country: 'ke' }), 'gone');
    await app.sql(`UPDATE exit_node SET enabled = false WHERE country = 'ke'`);
    expect(await app.purchases.buyPool(actor, poolRequest({ country: 'ke' }), 'gone')).toEqual(
      first,
    );
  });

  it('should record the reason and the refund of a rejected order', async () => {
    mockProvisionAnswer(app, () => ({ outcome: 'delivered', units: [] }));
    const actor = await app.createCustomer(10_000);
    await catchErrorCode(app.purchases.buyPool(actor, poolRequest()));
    const orderId = await getNewestOrder(app, actor);
    expect(await attemptOf(orderId)).toMatchObject({ reason: 'Nothing was delivered' });
    const [bought, back] = await lines(actor);
    const [{ transaction_id: paidBy }] = (await app.sql(
      'SELECT transaction_id FROM proxy_order WHERE id = $1',
      [orderId],
    )) as [{ transaction_id: number }];
    expect(bought).toMatchObject({ kind: 'purchase' });
    expect(back).toEqual({
      reference: `REFUND-${orderId}-${paidBy}`,
      description: `Refund of order ${orderId}: not delivered`,
      payment_method: 'wallet',
      metadata: { order_id: orderId, proxy_type: 'residential_ipv4' },
      kind: 'purchase_reversal',
      key: `refund:order:${orderId}`,
      against: 'revenue',
    });
    expect((await audit(orderId)).slice(1)).toEqual([
      {
        action: 'proxy.order_refunded',
        actor_name: 'system',
        details: '₦4,960 refunded: not delivered',
      },
    ]);
  });

  it('should record the reason of the provider and the missing quantity', async () => {
    mockProvisionAnswer(app, (real) =>
      real.outcome === 'delivered'
        ? { outcome: 'partly', units: real.units.slice(0, 2), reason: 'two only' }
        : real,
    );
    const actor = await app.createCustomer(50_000);
    const receipt = await app.purchases.buyDatacenter(
      actor,
      datacenterRequest(await app.getCountryId('ng'), { quantity: 5 }),
    );
    const { orderId } = receipt;
    expect((await audit(orderId)).slice(1)).toMatchObject([
      { action: 'proxy.delivered', details: '2 of 5 delivered' },
      {
        action: 'proxy.order_refunded',
        details: `₦${(3 * NIGERIAN_ADDRESS_PRICE).toLocaleString('en')} refunded: 3 of 5 undelivered`,
      },
    ]);
    for (const proxy of receipt.proxies)
      expect(proxy).toMatchObject({ region: null, city: null, isp: null, ttlMinutes: null });
    const held = await app.sql<{ address: string }>(
      'SELECT address FROM stock_unit WHERE order_id = $1 ORDER BY address',
      [orderId],
    );
    expect(held.map(({ address }) => address)).toEqual(receipt.proxies.map(({ ip }) => ip).sort());
    jest.restoreAllMocks();
    mockProvisionAnswer(app, () => ({ outcome: 'partly', units: [], reason: 'none at all' }));
    await catchErrorCode(app.purchases.buyPool(actor, poolRequest()));
    expect(await attemptOf(await getNewestOrder(app, actor))).toMatchObject({
      reason: 'none at all',
    });
  });

  // spec: M6.2
  it('should insert only the ordered quantity when the provider delivers more', async () => {
    mockProvisionAnswer(app, (real) =>
      real.outcome === 'delivered'
        ? { ...real, units: [...real.units, { ...real.units[0]!, apiId: 'one-too-many' }] }
        : real,
    );
    const actor = await app.createCustomer(10_000);
    const receipt = await app.purchases.buyPool(actor, poolRequest());
    expect(receipt).toMatchObject({ status: 'delivered', refunded: Money.zero });
    expect(receipt.proxies).toHaveLength(1);
  });

  it('should suspend proxies delivered to a suspended account', async () => {
    const actor = await app.createCustomer(10_000);
    const real = app.provider.provision.bind(app.provider);
    jest.spyOn(app.provider, 'provision').mockImplementation(async (request) => {
      const units = await real(request);
      await app.sql('INSERT INTO account_suspension (user_id) VALUES ($1)', [actor.userId]);
      return units;
    });
    const { orderId } = await app.purchases.buyPool(actor, poolRequest());
    const rows = await app.sql(
      `SELECT p.status, g.status AS account FROM proxy p
       JOIN gateway_account g ON g.api_id = p.proxy_api_id WHERE p.order_id = $1`,
      [orderId],
    );
    expect(rows).toEqual([{ status: 'suspended', account: 'suspended' }]);
  });

  it('should audit an unknown result once, schedule a lookup and record a missing purchase', async () => {
    const provision = jest.spyOn(app.provider, 'provision').mockResolvedValue(NO_ANSWER);
    const actor = await app.createCustomer(10_000);
    const { orderId } = await app.purchases.buyPool(actor, poolRequest());
    expect(provision).toHaveBeenCalledTimes(1);
    const attempt = await attemptOf(orderId);
    expect(attempt.reason).toBe('timeout');
    expect(attempt.wait).toBeLessThan(6);
    let jobs: { delay: number }[] = [];
    await waitUntil(async () => {
      jobs = await app.sql(
        `SELECT delay_ms::int AS delay FROM bullmq.job WHERE name = 'proxies.resolve-attempt'
         AND (data::jsonb ->> 'attemptId')::int = $1`,
        [attempt.id],
      );
      return jobs.length > 0;
    });
    expect(jobs).toHaveLength(1);
    expect(jobs[0]!.delay).toBeGreaterThan(0);
    expect(jobs[0]!.delay).toBeLessThan(6000);
    await ageAttempt(app, orderId, 10);
    await resolver.resolve(attempt.id);
    expect((await attemptOf(orderId)).reason).toBe('The provider has no record of it yet');
    expect((await audit(orderId)).slice(1)).toEqual([
      {
        action: 'proxy.delivery_unknown',
        actor_name: 'system',
        details: 'The provider gave no clear answer; it will be asked again',
      },
    ]);
    expect(await catchErrorCode(refunds.refund(admin, orderId, 'Too late'))).toBe(
      'conflict ORDER_NOT_DELIVERED',
    );
    await ageAttempt(app, orderId, app.provider.cancelMissingAfterMs / 1000);
    await resolver.resolve(attempt.id);
    expect((await attemptOf(orderId)).reason).toBe(
      'The provider had no record of it and cancelled it',
    );
    const before = await audit(orderId);
    await applyResult(app, attempt.id, orderId, { outcome: 'rejected', reason: 'again' });
    await applyResult(app, attempt.id, orderId, NO_ANSWER);
    await resolver.resolve(attempt.id);
    expect(await audit(orderId)).toEqual(before);
    expect((await attemptOf(orderId)).reason).toBe(
      'The provider had no record of it and cancelled it',
    );
    expect(await app.getBalance(actor)).toBe(10_000);
  });

  // spec: M6.10
  it('should raise an alert at the eighth lookup without a result', async () => {
    mockProvisionAnswer(app, () => NO_ANSWER);
    jest.spyOn(app.provider, 'lookup').mockResolvedValue(NO_ANSWER);
    const { orderId } = await app.purchases.buyPool(
      await app.createCustomer(10_000),
      poolRequest(),
    );
    const alerts = async () =>
      (await audit(orderId)).filter(({ action }) => action === 'system.alert_raised');
    for (let check = 1; check <= 8; check += 1) {
      expect(await alerts()).toEqual([]);
      await ageAttempt(app, orderId, 10);
      await resolver.sweep();
    }
    expect(await alerts()).toMatchObject([
      {
        actor_name: 'system',
        details: `Order ${orderId} is paid and still undecided after 8 questions to the provider`,
      },
    ]);
    await app.sql(`UPDATE provider_attempt SET next_check_at = now() + interval '1 day'`);
    jest.restoreAllMocks();
    mockProvisionAnswer(app, () => NO_ANSWER);
    const answered = await app.purchases.buyPool(await app.createCustomer(10_000), poolRequest());
    await app.sql('UPDATE provider_attempt SET checks = 7 WHERE order_id = $1', [answered.orderId]);
    await ageAttempt(app, answered.orderId, 10);
    expect(await resolver.sweep()).toBe(1);
    expect((await audit(answered.orderId)).map(({ action }) => action)).toEqual([
      'proxy.ordered',
      'proxy.delivery_unknown',
      'proxy.delivered',
    ]);
  });

  // spec: M6.10
  it('should resolve the other attempts when one fails', async () => {
    mockProvisionAnswer(app, () => NO_ANSWER);
    const bought = await Promise.all(
      Array.from({ length: 10 }, async () =>
        app.purchases.buyPool(await app.createCustomer(10_000), poolRequest()),
      ),
    );
    for (const { orderId } of bought) await ageAttempt(app, orderId, 10);
    const delivery = app.module.get(DeliveryService, { strict: false });
    jest.spyOn(delivery, 'apply').mockRejectedValueOnce(new Error('connection lost'));
    expect(await resolver.sweep()).toBe(10);
    expect(await resolver.sweep()).toBe(0);
    const [left] = await app.sql(
      `SELECT count(*) FILTER (WHERE status = 'delivered')::int AS delivered,
         count(*) FILTER (WHERE status = 'unknown')::int AS unknown
       FROM proxy_order WHERE id = ANY($1)`,
      [bought.map(({ orderId }) => orderId)],
    );
    expect(left).toEqual({ delivered: 9, unknown: 1 });
    await app.sql(`UPDATE provider_attempt SET next_check_at = now() + interval '1 day'`);
  });
});
