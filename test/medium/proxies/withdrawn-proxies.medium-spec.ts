import type { Actor } from '../../../src/common/security/actor';
import { ProviderAgreement } from '../../../src/proxies/custody/provider-agreement';
import { ProxyCustodyService } from '../../../src/proxies/custody/proxy-custody.service';
import { OrderRefundService } from '../../../src/proxies/refunds/order-refund.service';
import { brokenPromises } from '../../support/integrity';
import { heldBy, proxiesOf } from './order-rows';
import { openShop, poolWish, rackWish, refusal, until, type Shop } from './shop';

const WHY = 'The country was not reachable.';

describe('Refunding an order', () => {
  let shop: Shop;
  let refunds: OrderRefundService;
  let admin: Actor;

  beforeAll(async () => {
    shop = await openShop();
    refunds = shop.module.get(OrderRefundService, { strict: false });
    admin = { ...(await shop.customer()), name: 'Ngozi', role: 'admin' };
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
  const proxyIds = async (orderId: number) => (await proxiesOf(shop, orderId)).map(({ id }) => id);

  // spec: M8.10
  it('keeps an address out of stock until the provider has stopped serving it', async () => {
    const buyer = await shop.customer(10_000);
    const { orderId } = await shop.purchases.buyDatacenter(
      buyer,
      rackWish(await shop.countryId('ng')),
    );
    const suspend = jest
      .spyOn(shop.provider, 'suspend')
      .mockResolvedValue({ outcome: 'unknown', reason: 'silence' });
    await refunds.refund(admin, orderId, WHY);
    expect(await proxiesOf(shop, orderId)).toMatchObject([
      { status: 'suspended', due: true, account: 'active' },
    ]);
    await refunds.endWithdrawn();
    expect(await heldBy(shop, orderId)).toBe(1);
    expect(await brokenPromises(shop)).toEqual([]);
    suspend.mockRestore();
    await shop.sql('UPDATE proxy SET provider_due_at = now() WHERE order_id = $1', [orderId]);
    await shop.module.get(ProviderAgreement, { strict: false }).settle();
    await Promise.all([refunds.endWithdrawn(), refunds.endWithdrawn()]);
    expect(await heldBy(shop, orderId)).toBe(0);
    expect(await proxiesOf(shop, orderId)).toMatchObject([
      { status: 'expired', account: 'suspended' },
    ]);
  });

  it('cannot be undone by resuming a proxy', async () => {
    const buyer = await shop.customer(10_000);
    const { orderId } = await shop.purchases.buyPool(buyer, poolWish());
    jest
      .spyOn(shop.provider, 'suspend')
      .mockResolvedValue({ outcome: 'unknown', reason: 'silence' });
    await refunds.refund(admin, orderId, WHY);
    const [proxy] = await proxiesOf(shop, orderId);
    const custody = shop.module.get(ProxyCustodyService, { strict: false });
    expect(await refusal(custody.resume(admin, proxy!.id, WHY))).toBe('conflict ORDER_REFUNDED');
  });

  it('ends its proxies one time, and tells of them', async () => {
    const before = (await expired()).length;
    expect(await refunds.endWithdrawn()).toBe(0);
    expect(await expired()).toHaveLength(before);
    const actor = await shop.customer(50_000);
    const { orderId: one } = await shop.purchases.buyPool(actor, poolWish());
    const { orderId: many } = await shop.purchases.buyDatacenter(
      actor,
      rackWish(await shop.countryId('ng'), { quantity: 2 }),
    );
    await refunds.refund(admin, one, WHY);
    const suspend = jest
      .spyOn(shop.provider, 'suspend')
      .mockResolvedValue({ outcome: 'unknown', reason: 'silence' });
    await refunds.refund(admin, many, WHY);
    suspend.mockRestore();
    await shop.sql('UPDATE proxy SET provider_due_at = NULL WHERE order_id = $1', [many]);
    expect(await refunds.endWithdrawn()).toBe(2);
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
    await until(async () => (await refunds.endWithdrawn()) === 0);
  });
});
