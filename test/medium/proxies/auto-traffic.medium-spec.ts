import type { Actor } from '../../../src/common/security/actor';
import { poll } from '../../../src/embedded/poll';
import { ProxiesService } from '../../../src/proxies/proxies.service';
import { OrderRefundService } from '../../../src/proxies/refunds/order-refund.service';
import { AutoTrafficService } from '../../../src/proxies/renewal/auto-traffic.service';
import type { AutoRenewDto } from '../../../src/proxies/orders/orders.dto';
import { AutoRenewalTestApp } from './auto-renewal-test-app';
import { countOrders } from './order-helpers';
import {
  catchErrorCode,
  datacenterRequest,
  ONE_GB_PRICE,
  poolRequest,
  type ProxiesTestApp,
} from './proxies-test-app';
import { useTestApp } from '../../support/use-test-app';

const GB = 2 ** 30;
const RULE = { top_up_below_gb: 1, top_up_gigabytes: 1, monthly_limit: 10 * ONE_GB_PRICE };

describe('Automatic traffic', () => {
  const world = useTestApp(() => AutoRenewalTestApp.open());
  let app: ProxiesTestApp;
  let traffic: AutoTrafficService;

  beforeAll(async () => {
    ({ app } = world);
    traffic = world.get(AutoTrafficService);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await app.sql(`DELETE FROM proxy_auto_traffic`);
    // No gateway has reported it.
    await app.sql(`UPDATE proxy SET used_bytes = 0`);
  });

  const change = (actor: Actor, id: number, body: Partial<AutoRenewDto>) =>
    world.settings.change(actor, id, { enabled: false, ...body });
  const use = async (id: number, gigabytes: number) => {
    await app.sql(`UPDATE proxy SET used_bytes = used_bytes + $2 WHERE id = $1`, [
      id,
      gigabytes * GB,
    ]);
  };
  /** A proxy of 1 GB of a customer who can pay for `packages` more, with the rule on. */
  const subscribe = async (packages: number, over: Partial<AutoRenewDto> = {}) => {
    const actor = await app.createCustomer((1 + packages) * ONE_GB_PRICE);
    const { proxies } = await app.orders.buyPool(actor, poolRequest());
    const { id } = proxies[0]!;
    await change(actor, id, { ...RULE, ...over });
    return { actor, id };
  };
  const sweepTwice = () => Promise.all([traffic.buyDue(), traffic.buyDue()]);
  const endLeases = () => app.sql(`UPDATE proxy_auto_traffic SET leased_until = now()`);
  const comeLater = (interval: string) =>
    app.sql(`UPDATE proxy_auto_traffic SET failed_at = failed_at - $1::interval`, [interval]);
  const show = async (actor: Actor, id: number) =>
    (await world.get(ProxiesService).getDetail(actor, id)).proxy.auto_renew;
  const readMails = async (actor: Actor) =>
    (await world.readAllMails(actor)).filter(({ subject }) => /Traffic could/.test(subject));

  it('should buy once when less is left, however many workers sweep', async () => {
    const { actor, id } = await subscribe(5);
    await sweepTwice();
    expect(await countOrders(app, actor)).toBe(1);
    await use(id, 0.5);
    await Promise.all([sweepTwice(), sweepTwice(), sweepTwice()]);
    await endLeases();
    await sweepTwice();
    expect(await countOrders(app, actor)).toBe(2);
    expect(await app.getBalance(actor)).toBe(4 * ONE_GB_PRICE);
    expect((await world.find(actor, id)).limitBytes).toBe(BigInt(2 * GB));
    const [order] = await app.sql<{ key: string; kind: string }>(
      `SELECT idempotency_key AS key, kind FROM proxy_order WHERE proxy_id = $1`,
      [id],
    );
    expect(order!.kind).toBe('traffic');
    expect(order!.key).toMatch(`auto traffic ${id} ${GB} `);
    await use(id, 1);
    await sweepTwice();
    expect(await countOrders(app, actor)).toBe(3);
  });

  it('should buy once when the lease of a slow worker has ended', async () => {
    const { actor, id } = await subscribe(5);
    await use(id, 0.5);
    const both = world.mockRenewal(async (buy) => {
      await endLeases();
      if (both.mock.calls.length > 1) return buy();
      const other = traffic.buyDue();
      await poll(() => both.mock.calls.length === 2, 30_000, 1);
      await Promise.all([other, buy()]);
    });
    await traffic.buyDue();
    expect(both).toHaveBeenCalledTimes(2);
    expect(await countOrders(app, actor)).toBe(2);
  });

  it.each(['verify', 'record'] as const)(
    'should leave the purchase due when its worker dies at %s',
    async (step) => {
      const { actor, id } = await subscribe(5);
      await use(id, 0.5);
      const dying = world.mockRenewal((buy, _owner, _wish, _key, guard) => {
        const real = guard[step].bind(guard) as (...args: unknown[]) => Promise<void>;
        jest.spyOn(guard, step).mockImplementation(async (...args: unknown[]) => {
          await real(...args);
          throw new Error('killed');
        });
        return buy();
      });
      await traffic.buyDue();
      expect(await app.getBalance(actor)).toBe(5 * ONE_GB_PRICE);
      dying.mockRestore();
      await traffic.buyDue();
      expect(await countOrders(app, actor)).toBe(1);
      await endLeases();
      await sweepTwice();
      expect(await countOrders(app, actor)).toBe(2);
    },
  );

  it('should mail once when the wallet is short, and buy after a top-up', async () => {
    const { actor, id } = await subscribe(0);
    await use(id, 0.5);
    for (let round = 0; round < 3; round += 1) {
      await sweepTwice();
      await comeLater('6 minutes');
    }
    expect(await countOrders(app, actor)).toBe(1);
    expect((await show(actor, id)).top_up_problem).toBe('insufficient_balance');
    const mails = await readMails(actor);
    expect(mails).toHaveLength(1);
    expect(mails[0]!.text).toContain(
      '1 GB (₦4,960) were not bought. Your wallet balance is too low',
    );
    await world.topUp(actor, ONE_GB_PRICE);
    await sweepTwice();
    expect(await countOrders(app, actor)).toBe(2);
    expect((await show(actor, id)).top_up_problem).toBeNull();
    expect(await readMails(actor)).toHaveLength(1);
  });

  it('should keep to the monthly limit, less what was refunded, and go on in the next month', async () => {
    const { actor, id } = await subscribe(5, { monthly_limit: 2 * ONE_GB_PRICE - 1 });
    await use(id, 0.5);
    await sweepTwice();
    await use(id, 1);
    await sweepTwice();
    await comeLater('6 minutes');
    await sweepTwice();
    expect(await countOrders(app, actor)).toBe(2);
    expect(await show(actor, id)).toMatchObject({ ...{ top_up_problem: 'monthly_limit' } });
    const mails = await readMails(actor);
    expect(mails.map(({ text }) => /Your monthly limit is reached/.test(text))).toEqual([true]);
    await app.sql(
      `UPDATE proxy_order SET created_at = created_at - interval '32 days' WHERE proxy_id = $1`,
      [id],
    );
    await comeLater('6 minutes');
    await sweepTwice();
    expect(await countOrders(app, actor)).toBe(3);
  });

  it('should stop when staff refund what it bought', async () => {
    const { actor, id } = await subscribe(5);
    await use(id, 0.5);
    await sweepTwice();
    const admin = { ...(await app.createCustomer()), name: 'Ngozi', role: 'admin' } as const;
    const [order] = await app.sql<{ id: number }>(
      `SELECT id FROM proxy_order WHERE proxy_id = $1`,
      [id],
    );
    await world.get(OrderRefundService).refund(admin, order!.id, 'not wanted');
    await sweepTwice();
    expect(await countOrders(app, actor)).toBe(2);
    expect(await show(actor, id)).toMatchObject({
      top_up_below_gb: null,
      top_up_problem: 'order_refunded',
    });
    expect((await readMails(actor))[0]!.text).toContain('Automatic traffic is off.');
    await change(actor, id, RULE);
    await sweepTwice();
    expect(await countOrders(app, actor)).toBe(3);
  });

  it('should stop with the permission of the member who switched it on', async () => {
    const { actor, id } = await subscribe(5);
    const member = await app.createCustomer();
    await app.sql(`UPDATE proxy_auto_traffic SET member_id = $2 WHERE proxy_id = $1`, [
      id,
      member.userId,
    ]);
    await use(id, 0.5);
    await sweepTwice();
    expect(await countOrders(app, actor)).toBe(1);
    expect((await show(actor, id)).top_up_problem).toBe('member_left');
  });

  it('should be set, shown, kept and switched off together with automatic renewal', async () => {
    const { actor, id } = await subscribe(5);
    expect(await show(actor, id)).toMatchObject({ enabled: false, ...RULE, top_up_problem: null });
    await change(actor, id, { enabled: true, gigabytes: 1 });
    expect(await show(actor, id)).toMatchObject({ enabled: true, ...RULE });
    await change(actor, id, { top_up_below_gb: null });
    expect(await show(actor, id)).toMatchObject({
      ...{ enabled: false, top_up_below_gb: null, top_up_gigabytes: null, monthly_limit: null },
    });
    await use(id, 0.5);
    await sweepTwice();
    expect(await countOrders(app, actor)).toBe(1);
  });

  it.each<[string, Partial<AutoRenewDto>]>([
    ['top_up_below_gb', { top_up_gigabytes: 1, monthly_limit: 5000 }],
    ['top_up_gigabytes', { top_up_below_gb: 1, monthly_limit: 5000 }],
    ['top_up_gigabytes', { ...RULE, top_up_below_gb: 2 }],
    ['monthly_limit', { top_up_below_gb: 1, top_up_gigabytes: 1 }],
    ['monthly_limit', { ...RULE, monthly_limit: ONE_GB_PRICE - 1 }],
  ])(
    'should refuse a rule by its %s, and leave automatic renewal as it was',
    async (field, body) => {
      const { actor, id } = await subscribe(5, { top_up_below_gb: null });
      const refused = change(actor, id, { enabled: true, gigabytes: 1, ...body });
      await expect(refused).rejects.toMatchObject({ details: { [field]: [expect.any(String)] } });
      expect(await show(actor, id)).toMatchObject({ enabled: false, top_up_below_gb: null });
    },
  );

  it('should refuse a datacenter proxy, and a key with a daily limit', async () => {
    const actor = await app.createCustomer(100_000);
    const country = await app.getCountryId('ng');
    const { proxies } = await app.orders.buyDatacenter(actor, datacenterRequest(country));
    expect(await catchErrorCode(change(actor, proxies[0]!.id, RULE))).toContain('invalid');
    const { actor: owner, id } = await subscribe(1);
    const key = { ...owner, apiKey: { id: 1, dailyLimit: 1000 } } as unknown as Actor;
    expect(await catchErrorCode(change(key, id, RULE))).toBe('forbidden KEY_HAS_DAILY_LIMIT');
  });
});
