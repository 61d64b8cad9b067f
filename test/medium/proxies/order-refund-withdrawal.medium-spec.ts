import type { Actor } from '../../../src/common/security/actor';
import { ProviderSyncService } from '../../../src/proxies/provider-sync/provider-sync.service';
import { ProxyLifecycleService } from '../../../src/proxies/lifecycle/proxy-lifecycle.service';
import { OrderRefundService } from '../../../src/proxies/refunds/order-refund.service';
import { findViolatedInvariants } from '../../support/integrity';
import { countReserved, findOrderProxies } from './order-helpers';
import {
  createProxiesTestApp,
  poolRequest,
  datacenterRequest,
  catchErrorCode,
  waitUntil,
  type ProxiesTestApp,
} from './proxies-test-app';

const WHY = 'The country was not reachable.';

describe('OrderRefundService withdrawal', () => {
  let app: ProxiesTestApp;
  let refunds: OrderRefundService;
  let admin: Actor;

  beforeAll(async () => {
    app = await createProxiesTestApp();
    refunds = app.module.get(OrderRefundService, { strict: false });
    admin = { ...(await app.createCustomer()), name: 'Ngozi', role: 'admin' };
  });
  afterAll(() => app.close());
  afterEach(async () => {
    jest.restoreAllMocks();
    expect(await findViolatedInvariants(app)).toEqual([]);
  });

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
});
