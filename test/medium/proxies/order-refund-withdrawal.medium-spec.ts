import type { Actor } from '../../../src/common/security/actor';
import { ProviderSyncService } from '../../../src/proxies/provider-sync/provider-sync.service';
import { ProxyLifecycleService } from '../../../src/proxies/lifecycle/proxy-lifecycle.service';
import { OrderRefundService } from '../../../src/proxies/refunds/order-refund.service';
import { brokenPromises } from '../../support/integrity';
import { countReserved, findOrderProxies } from './order-helpers';
import {
  createProxiesTestModule,
  poolRequest,
  datacenterRequest,
  catchErrorCode,
  waitUntil,
  type ProxiesTestModule,
} from './proxies-test-module';

const WHY = 'The country was not reachable.';

describe('Refunding an order', () => {
  let shop: ProxiesTestModule;
  let refunds: OrderRefundService;
  let admin: Actor;

  beforeAll(async () => {
    shop = await createProxiesTestModule();
    refunds = shop.module.get(OrderRefundService, { strict: false });
    admin = { ...(await shop.createCustomer()), name: 'Ngozi', role: 'admin' };
  });
  afterAll(() => shop.close());
  afterEach(async () => {
    jest.restoreAllMocks();
    expect(await brokenPromises(shop)).toEqual([]);
  });

  const expired = () =>
    shop.sql<{ target: string; details: string }>(
      `SELECT target, details FROM audit_log WHERE action = 'proxy.expired' ORDER BY id`,
    );
  const proxyIds = async (orderId: number) =>
    (await findOrderProxies(shop, orderId)).map(({ id }) => id);

  // spec: M8.10
  it('keeps an address out of stock until the provider has stopped serving it', async () => {
    const buyer = await shop.createCustomer(10_000);
    const { orderId } = await shop.purchases.buyDatacenter(
      buyer,
      datacenterRequest(await shop.getCountryId('ng')),
    );
    const suspend = jest
      .spyOn(shop.provider, 'suspend')
      .mockResolvedValue({ outcome: 'unknown', reason: 'silence' });
    await refunds.refund(admin, orderId, WHY);
    expect(await findOrderProxies(shop, orderId)).toMatchObject([
      { status: 'suspended', due: true, account: 'active' },
    ]);
    await refunds.expireRefunded();
    expect(await countReserved(shop, orderId)).toBe(1);
    expect(await brokenPromises(shop)).toEqual([]);
    suspend.mockRestore();
    await shop.sql('UPDATE proxy SET provider_due_at = now() WHERE order_id = $1', [orderId]);
    await shop.module.get(ProviderSyncService, { strict: false }).syncDue();
    await Promise.all([refunds.expireRefunded(), refunds.expireRefunded()]);
    expect(await countReserved(shop, orderId)).toBe(0);
    expect(await findOrderProxies(shop, orderId)).toMatchObject([
      { status: 'expired', account: 'suspended' },
    ]);
  });

  it('cannot be undone by resuming a proxy', async () => {
    const buyer = await shop.createCustomer(10_000);
    const { orderId } = await shop.purchases.buyPool(buyer, poolRequest());
    jest
      .spyOn(shop.provider, 'suspend')
      .mockResolvedValue({ outcome: 'unknown', reason: 'silence' });
    await refunds.refund(admin, orderId, WHY);
    const [proxy] = await findOrderProxies(shop, orderId);
    const custody = shop.module.get(ProxyLifecycleService, { strict: false });
    expect(await catchErrorCode(custody.resume(admin, proxy!.id, WHY))).toBe(
      'conflict ORDER_REFUNDED',
    );
  });

  it('ends its proxies one time, and tells of them', async () => {
    const before = (await expired()).length;
    expect(await refunds.expireRefunded()).toBe(0);
    expect(await expired()).toHaveLength(before);
    const actor = await shop.createCustomer(50_000);
    const { orderId: one } = await shop.purchases.buyPool(actor, poolRequest());
    const { orderId: many } = await shop.purchases.buyDatacenter(
      actor,
      datacenterRequest(await shop.getCountryId('ng'), { quantity: 2 }),
    );
    await refunds.refund(admin, one, WHY);
    const suspend = jest
      .spyOn(shop.provider, 'suspend')
      .mockResolvedValue({ outcome: 'unknown', reason: 'silence' });
    await refunds.refund(admin, many, WHY);
    suspend.mockRestore();
    await shop.sql('UPDATE proxy SET provider_due_at = NULL WHERE order_id = $1', [many]);
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
