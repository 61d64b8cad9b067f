import type { Actor } from '../../../src/common/security/actor';
import { OrderDecisionService } from '../../../src/proxies/decisions/order-decision.service';
import { AttemptResolutionService } from '../../../src/proxies/orders/attempt-resolution.service';
import type { PoolOrderRequest } from '../../../src/proxies/orders/order.types';
import { ProviderSyncService } from '../../../src/proxies/provider-sync/provider-sync.service';
import { ProxyLifecycleService } from '../../../src/proxies/lifecycle/proxy-lifecycle.service';
import { OrderRefundService } from '../../../src/proxies/refunds/order-refund.service';
import { expectInvariantsToHold, findViolatedInvariants } from '../../support/integrity';
import { countReserved, findOrderProxies } from './order-helpers';
import { ageAttempt, getOrderState, mockProvisionResult, NO_ANSWER } from './provider-mocks';
import {
  createProxiesTestApp,
  ONE_GB_PRICE,
  poolRequest,
  datacenterRequest,
  catchErrorCode,
  waitUntil,
  type ProxiesTestApp,
} from './proxies-test-app';

const WHY = 'The country was not reachable.';

describe('Refunded and undecided orders', () => {
  let app: ProxiesTestApp;
  let refunds: OrderRefundService;
  let admin: Actor;

  beforeAll(async () => {
    app = await createProxiesTestApp();
    refunds = app.module.get(OrderRefundService, { strict: false });
    admin = { ...(await app.createCustomer()), name: 'Ngozi', role: 'admin' };
  });
  afterEach(() => jest.restoreAllMocks());
  expectInvariantsToHold(() => app);
  afterAll(() => app.close());

  const expired = () =>
    app.sql<{ target: string; details: string }>(
      `SELECT target, details FROM audit_log WHERE action = 'proxy.expired' ORDER BY id`,
    );
  const proxyIds = async (orderId: number) =>
    (await findOrderProxies(app, orderId)).map(({ id }) => id);

  // spec: M8.10
  it('should keep an address out of stock until the provider confirms the suspension', async () => {
    const buyer = await app.createCustomer(10_000);
    const { orderId } = await app.purchases.buyDatacenter(
      buyer,
      datacenterRequest(await app.getCountryId('ng')),
    );
    const suspend = jest
      .spyOn(app.provider, 'suspend')
      .mockResolvedValue({ outcome: 'unknown', reason: 'silence' });
    await refunds.refund(admin, orderId, WHY);
    expect(await findOrderProxies(app, orderId)).toMatchObject([
      { status: 'suspended', due: true, account: 'active' },
    ]);
    await refunds.expireRefunded();
    expect(await countReserved(app, orderId)).toBe(1);
    expect(await findViolatedInvariants(app)).toEqual([]);
    suspend.mockRestore();
    await app.sql('UPDATE proxy SET provider_due_at = now() WHERE order_id = $1', [orderId]);
    await app.module.get(ProviderSyncService, { strict: false }).syncDue();
    await Promise.all([refunds.expireRefunded(), refunds.expireRefunded()]);
    expect(await countReserved(app, orderId)).toBe(0);
    expect(await findOrderProxies(app, orderId)).toMatchObject([
      { status: 'expired', account: 'suspended' },
    ]);
  });

  it('should refuse to resume a proxy of a refunded order', async () => {
    const buyer = await app.createCustomer(10_000);
    const { orderId } = await app.purchases.buyPool(buyer, poolRequest());
    jest
      .spyOn(app.provider, 'suspend')
      .mockResolvedValue({ outcome: 'unknown', reason: 'silence' });
    await refunds.refund(admin, orderId, WHY);
    const [proxy] = await findOrderProxies(app, orderId);
    const custody = app.module.get(ProxyLifecycleService, { strict: false });
    expect(await catchErrorCode(custody.resume(admin, proxy!.id, WHY))).toBe(
      'conflict ORDER_REFUNDED',
    );
  });

  it('should expire the proxies once and audit it', async () => {
    const before = (await expired()).length;
    expect(await refunds.expireRefunded()).toBe(0);
    expect(await expired()).toHaveLength(before);
    const actor = await app.createCustomer(50_000);
    const { orderId: one } = await app.purchases.buyPool(actor, poolRequest());
    const { orderId: many } = await app.purchases.buyDatacenter(
      actor,
      datacenterRequest(await app.getCountryId('ng'), { quantity: 2 }),
    );
    await refunds.refund(admin, one, WHY);
    const suspend = jest
      .spyOn(app.provider, 'suspend')
      .mockResolvedValue({ outcome: 'unknown', reason: 'silence' });
    await refunds.refund(admin, many, WHY);
    suspend.mockRestore();
    await app.sql(
      `WITH confirmed AS (
         UPDATE proxy SET provider_due_at = NULL WHERE order_id = $1 RETURNING proxy_api_id)
       UPDATE gateway_account SET status = 'suspended' WHERE api_id IN (SELECT * FROM confirmed)`,
      [many],
    );
    expect(await refunds.expireRefunded()).toBe(2);
    const [[single], [first, second]] = [await proxyIds(one), await proxyIds(many)];
    expect((await expired()).slice(before)).toEqual([
      {
        target: `proxy:${single}`,
        details: `1 proxies ended with the refund of their order: ${single}`,
      },
      {
        target: 'proxies',
        details: expect.stringMatching(
          `^2 proxies ended with the refund of their order: (${first}, ${second}|${second}, ${first})$`,
        ),
      },
    ]);
    await waitUntil(async () => (await refunds.expireRefunded()) === 0);
  });

  describe('decided by staff', () => {
    let decisions: OrderDecisionService;
    let resolver: AttemptResolutionService;
    let ada: Actor;
    let ngozi: Actor;
    let buyer: Actor;
    let orderId: number;
    let key: string;

    beforeAll(async () => {
      resolver = app.module.get(AttemptResolutionService, { strict: false });
      decisions = app.module.get(OrderDecisionService, { strict: false });
      const staff = async (name: string): Promise<Actor> => ({
        ...(await app.createCustomer()),
        name,
        role: 'admin',
      });
      [ada, ngozi] = [await staff('Ada'), await staff('Ngozi')];
    });
    beforeEach(async () => {
      mockProvisionResult(app, NO_ANSWER);
      buyer = await app.createCustomer(10_000);
      ({ orderId } = await app.purchases.buyPool(buyer, poolRequest()));
      [{ key }] = (await app.sql<{ key: string }>(
        'SELECT key FROM provider_attempt WHERE order_id = $1',
        [orderId],
      )) as [{ key: string }];
      jest.restoreAllMocks();
    });
    afterEach(() =>
      app.sql(`UPDATE provider_attempt SET next_check_at = now() + interval '1 day'`),
    );

    const deliverNow = async () =>
      app.provider.provision({
        key,
        reserved: [],
        order: { ...poolRequest(), validityDays: 30 } as PoolOrderRequest,
      });
    const getDecisions = () =>
      app.sql(
        `SELECT outcome, status, decided_by AS "decidedBy", decision_reason AS "decisionReason"
         FROM order_decision WHERE order_id = $1 ORDER BY id`,
        [orderId],
      );

    // spec: M14.3
    it('should refund when a second admin approves, and let the provider deliver nothing later', async () => {
      await decisions.propose(ada, orderId, 'refunded', WHY);
      expect(await catchErrorCode(decisions.approve(ada, orderId))).toBe('forbidden OWN_PROPOSAL');
      expect(await catchErrorCode(decisions.propose(ngozi, orderId, 'delivered', WHY))).toBe(
        'conflict DECISION_EXISTS',
      );
      expect(await app.getBalance(buyer)).toBe(10_000 - ONE_GB_PRICE);
      expect(await decisions.approve(ngozi, orderId)).toBe('refunded');
      expect(await app.getBalance(buyer)).toBe(10_000);
      expect(await deliverNow()).toMatchObject({ outcome: 'rejected' });
      expect(await getDecisions()).toEqual([
        { outcome: 'refunded', status: 'approved', decidedBy: ngozi.userId, decisionReason: null },
      ]);
      expect(await catchErrorCode(decisions.approve(ngozi, orderId))).toBe(
        'conflict NO_DECISION_PROPOSED',
      );
      expect(await catchErrorCode(decisions.propose(ada, orderId, 'refunded', WHY))).toBe(
        'conflict ORDER_DECIDED',
      );
      const audit = await app.sql(
        `SELECT actor_name, action FROM audit_log WHERE target = $1 AND action LIKE 'proxy.decision%' ORDER BY id`,
        [`order:${orderId}`],
      );
      expect(audit).toEqual([
        { actor_name: 'Ada', action: 'proxy.decision_proposed' },
        { actor_name: 'Ngozi', action: 'proxy.decision_approved' },
      ]);
    });

    // spec: M14.4
    it('should deliver what the provider has delivered instead of refunding it', async () => {
      await decisions.propose(ada, orderId, 'refunded', WHY);
      await deliverNow();
      expect(await decisions.approve(ngozi, orderId)).toBe('delivered');
      expect(await getOrderState(app, orderId)).toMatchObject({ order: 'delivered', proxies: 1 });
      expect(await getDecisions()).toMatchObject([
        { status: 'rejected', decisionReason: 'the provider had delivered it' },
      ]);
      expect(await app.getBalance(buyer)).toBe(10_000 - ONE_GB_PRICE);
    });

    // spec: M14.4
    it('should withdraw what a provider without an answer delivers after the refund', async () => {
      const cancel = jest.spyOn(app.provider, 'cancel').mockResolvedValue(NO_ANSWER);
      await decisions.propose(ada, orderId, 'refunded', WHY);
      expect(await decisions.approve(ngozi, orderId)).toBe('refunded');
      await deliverNow();
      await ageAttempt(app, orderId, 100);
      await resolver.sweep();
      expect(cancel).toHaveBeenCalledTimes(2);
      cancel.mockRestore();
      await ageAttempt(app, orderId, 100);
      await resolver.sweep();
      await ageAttempt(app, orderId, 100);
      expect(await resolver.sweep()).toBe(0);
      const [account] = await app.sql(
        `SELECT status FROM gateway_account WHERE provision_key = $1`,
        [key],
      );
      expect(account).toEqual({ status: 'suspended' });
      expect(await app.getBalance(buyer)).toBe(10_000);
      expect(await getOrderState(app, orderId)).toMatchObject({ order: 'refunded', proxies: 0 });
    });

    // spec: M14.3
    it('should keep the payment of an order that staff know to be delivered', async () => {
      jest.spyOn(app.provider, 'lookup').mockResolvedValue(NO_ANSWER);
      await decisions.propose(ada, orderId, 'delivered', WHY);
      expect(await decisions.approve(ngozi, orderId)).toBe('delivered');
      expect(await getOrderState(app, orderId)).toMatchObject({
        order: 'delivered',
        attempt: 'succeeded',
        proxies: 0,
      });
      expect(await app.getBalance(buyer)).toBe(10_000 - ONE_GB_PRICE);
    });

    // spec: M14.4
    it('should refund what the provider refuses although it was proposed as delivered', async () => {
      jest
        .spyOn(app.provider, 'lookup')
        .mockResolvedValue({ outcome: 'rejected', reason: 'no stock' });
      await decisions.propose(ada, orderId, 'delivered', WHY);
      expect(await decisions.approve(ngozi, orderId)).toBe('refunded');
      expect(await app.getBalance(buyer)).toBe(10_000);
    });

    // spec: M14.4
    it('should end a proposal when the provider answers first', async () => {
      await decisions.propose(ada, orderId, 'refunded', WHY);
      await deliverNow();
      await ageAttempt(app, orderId, 10);
      await resolver.sweep();
      expect(await getDecisions()).toMatchObject([
        { status: 'rejected', decidedBy: null, decisionReason: 'The provider answered first' },
      ]);
      expect(await catchErrorCode(decisions.approve(ngozi, orderId))).toBe(
        'conflict NO_DECISION_PROPOSED',
      );
    });

    it('should let a proposal be rejected once and be followed by another', async () => {
      await decisions.propose(ada, orderId, 'delivered', WHY);
      const rejected = await Promise.all(
        [ada, ngozi].map((actor) => catchErrorCode(decisions.reject(actor, orderId, 'A mistake'))),
      );
      expect(rejected.sort()).toEqual(['conflict NO_DECISION_PROPOSED', 'no error']);
      await decisions.propose(ngozi, orderId, 'refunded', WHY);
      expect(await decisions.approve(ada, orderId)).toBe('refunded');
      expect(await catchErrorCode(decisions.propose(ada, 2_000_000_000, 'refunded', WHY))).toBe(
        'not_found ORDER_NOT_FOUND',
      );
    });

    // spec: M14.3
    it('should decide once under concurrent proposals, approvals, sweeps and deliveries', async () => {
      for (let round = 0; round < 5; round += 1) {
        mockProvisionResult(app, NO_ANSWER);
        buyer = await app.createCustomer(10_000);
        ({ orderId } = await app.purchases.buyPool(buyer, poolRequest()));
        jest.restoreAllMocks();
        [{ key }] = (await app.sql<{ key: string }>(
          'SELECT key FROM provider_attempt WHERE order_id = $1',
          [orderId],
        )) as [{ key: string }];
        const proposals = await Promise.all(
          [ada, ada, ada].map((actor) =>
            catchErrorCode(decisions.propose(actor, orderId, 'refunded', WHY)),
          ),
        );
        expect(proposals.filter((outcome) => outcome === 'no error')).toHaveLength(1);
        await ageAttempt(app, orderId, 10);
        const outcomes = await Promise.all([
          ...Array.from({ length: 4 }, () => catchErrorCode(decisions.approve(ngozi, orderId))),
          deliverNow().then(() => 'delivery'),
          resolver.sweep().then(() => 'sweep'),
        ]);
        expect(outcomes.filter((outcome) => outcome === 'no error').length).toBeLessThanOrEqual(1);
        await ageAttempt(app, orderId, 10);
        await resolver.sweep();
        const { order, proxies } = (await getOrderState(app, orderId)) as {
          order: string;
          proxies: number;
        };
        expect(['delivered', 'refunded']).toContain(order);
        expect(proxies).toBe(order === 'delivered' ? 1 : 0);
        expect(await app.getBalance(buyer)).toBe(
          order === 'refunded' ? 10_000 : 10_000 - ONE_GB_PRICE,
        );
        expect(await findViolatedInvariants(app)).toEqual([]);
      }
    });
  });
});
