import type { Actor } from '../../../src/common/security/actor';
import { poll } from '../../../src/embedded/poll';
import { ProxyLifecycleService } from '../../../src/proxies/proxy-lifecycle.service';
import { OrderRefundService } from '../../../src/proxies/refunds/order-refund.service';
import type { AutoRenewalSettingsService } from '../../../src/proxies/renewal/auto-renewal-settings.service';
import type { AutoRenewalService } from '../../../src/proxies/renewal/auto-renewal.service';
import { AutoRenewalTestApp } from './auto-renewal-test-app';
import { countOrders } from './order-helpers';
import {
  catchErrorCode,
  datacenterRequest,
  NIGERIAN_ADDRESS_PRICE,
  ONE_GB_PRICE,
  type ProxiesTestApp,
} from './proxies-test-app';
import { useTestApp } from '../../support/use-test-app';

const [DAY_MS, HOUR_MS] = [86_400_000, 3_600_000];

describe('Automatic renewal', () => {
  const world = useTestApp(() => AutoRenewalTestApp.open());
  let app: ProxiesTestApp;
  let automation: AutoRenewalService;
  let settings: AutoRenewalSettingsService;
  let admin: Actor;

  beforeAll(async () => {
    ({ app, automation, settings } = world);
    admin = { ...(await app.createCustomer()), name: 'Ngozi', role: 'admin' };
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await world.endTest();
  });

  it('should charge once and renew a day before the end, however many workers sweep', async () => {
    const { actor, id } = await world.subscribe(5, '25 hours');
    await world.sweepTwice();
    expect(await countOrders(app, actor)).toBe(1);
    await world.setEnd(id, '23 hours');
    const before = (await world.find(actor, id)).expiresAt;
    await Promise.all([world.sweepTwice(), world.sweepTwice(), world.sweepTwice()]);
    await world.endLeases();
    await world.sweepTwice();
    const after = await world.find(actor, id);
    expect(after.expiresAt).toEqual(new Date(before.getTime() + 30 * DAY_MS));
    expect(await app.getBalance(actor)).toBe(4 * ONE_GB_PRICE);
    expect(after.autoRenew).toEqual({
      enabled: true,
      gigabytes: 1,
      duration_minutes: null,
      failures: 0,
      stopped_reason: null,
      next_charge_at: new Date(after.expiresAt.getTime() - DAY_MS),
    });
    const orders = await app.sql(
      `SELECT idempotency_key AS key, kind FROM proxy_order WHERE user_id = $1 AND kind <> 'purchase'`,
      [actor.userId],
    );
    expect(orders).toEqual([{ key: `auto ${id} ${before.toISOString()}`, kind: 'renewal' }]);
    await world.readMails(actor);
    expect(await world.readSubjects(actor)).toEqual(['Your proxy was renewed']);
    expect((await world.readMails(actor))[0]!.text).toContain('₦4,960');
  });

  it('should renew a datacenter proxy for its period, at the price of the day', async () => {
    const actor = await app.createCustomer(100_000);
    const country = await app.getCountryId('ng');
    const { proxies } = await app.orders.buyDatacenter(actor, datacenterRequest(country));
    const { id } = proxies[0]!;
    await settings.enable(actor, id, { duration_minutes: 43_200 });
    await world.setEnd(id, '2 hours');
    await automation.renewDue();
    expect(await app.getBalance(actor)).toBe(100_000 - 2 * NIGERIAN_ADDRESS_PRICE);
    expect(await world.readState(actor, id)).toMatchObject({ duration_minutes: 43_200 });
  });

  it('should renew a proxy that its owner suspended, which stays suspended', async () => {
    const { actor, id, end } = await world.subscribe(5, '25 hours');
    await world.get(ProxyLifecycleService).suspendOwn(actor, id);
    expect((await world.readState(actor, id))?.next_charge_at).toEqual(
      new Date(end.getTime() - DAY_MS),
    );
    await world.setEnd(id, '23 hours');
    await world.sweepTwice();
    const { expiresAt, status, suspendedByOwner } = await world.find(actor, id);
    expect(expiresAt.getTime()).toBeGreaterThan(end.getTime());
    expect([status, suspendedByOwner]).toEqual(['suspended', true]);
    expect(await app.getBalance(actor)).toBe(4 * ONE_GB_PRICE);
  });

  it('should try three times when the wallet is short, then stop', async () => {
    const { actor, id, end } = await world.subscribe(0);
    await world.sweepTwice();
    await world.endLeases();
    await world.sweepTwice();
    expect(await world.readState(actor, id)).toMatchObject({
      enabled: true,
      failures: 1,
      next_charge_at: new Date(end.getTime() - 12 * HOUR_MS),
    });
    expect(await world.readSubjects(actor)).toEqual(['Your proxy could not be renewed']);
    await world.comeNearer(id, '11 hours');
    await world.sweepTwice();
    expect(await world.readState(actor, id)).toMatchObject({ enabled: true, failures: 2 });
    await world.comeNearer(id, '1 hour');
    await world.sweepTwice();
    expect(await world.readState(actor, id)).toMatchObject({
      enabled: false,
      failures: 3,
      stopped_reason: 'insufficient_balance',
      next_charge_at: null,
    });
    await world.topUp(actor, 10 * ONE_GB_PRICE);
    await world.endLeases();
    await world.sweepTwice();
    expect(await app.getBalance(actor)).toBe(10 * ONE_GB_PRICE);
    expect(await world.readSubjects(actor)).toEqual([
      'Your proxy could not be renewed',
      'Automatic renewal of your proxy is off',
    ]);
  });

  it('should renew after a top-up, once', async () => {
    const { actor, id } = await world.subscribe(0);
    await automation.renewDue();
    await world.topUp(actor, ONE_GB_PRICE - 1);
    await automation.renewDue();
    expect(await world.readState(actor, id)).toMatchObject({ enabled: true, failures: 1 });
    expect(await world.readSubjects(actor)).toEqual(['Your proxy could not be renewed']);
    await world.topUp(actor, ONE_GB_PRICE);
    await Promise.all(Array.from({ length: 3 }, () => automation.renewDue()));
    expect(await app.getBalance(actor)).toBe(ONE_GB_PRICE - 1);
    expect(await countOrders(app, actor)).toBe(2);
    expect(await world.readState(actor, id)).toMatchObject({ enabled: true, failures: 0 });
    expect(await world.readSubjects(actor)).toEqual([
      'Your proxy could not be renewed',
      'Your proxy was renewed',
    ]);
    const short = `SELECT FROM proxy_auto_renewal WHERE proxy_id = $1 AND short_of_kobo IS NOT NULL`;
    expect(await app.sql(short, [id])).toEqual([]);
  });

  it('should not charge again in a cycle that the owner has renewed, or renews meanwhile', async () => {
    const { actor, id } = await world.subscribe(9);
    const renew = () => app.orders.extend(actor, id, 'renewal', { gigabytes: 1 });
    await renew();
    await world.sweepTwice();
    expect(await countOrders(app, actor)).toBe(2);
    for (let round = 1; round <= 3; round += 1) {
      await world.setEnd(id, `${10 + round} hours`);
      const start = await world.find(actor, id);
      await Promise.all([automation.renewDue(), renew(), automation.renewDue()]);
      const { expiresAt } = await world.find(actor, id);
      // When the automatic one was first, the owner's is another one on top.
      const bought = (expiresAt.getTime() - start.expiresAt.getTime()) / (30 * DAY_MS);
      expect([1, 2]).toContain(bought);
      await world.endLeases();
    }
  });

  it('should not charge when the owner renews between the claim and the charge', async () => {
    const { actor, id } = await world.subscribe(5);
    world.mockRenewal(async (renew) => {
      await app.orders.extend(actor, id, 'renewal', { gigabytes: 1 });
      await renew();
    });
    await automation.renewDue();
    expect(await countOrders(app, actor)).toBe(2);
    expect(await app.getBalance(actor)).toBe(4 * ONE_GB_PRICE);
  });

  it.each([1, 5])(
    'should charge once when the lease of a slow worker has ended, with money for %i',
    async (renewals) => {
      const { actor, id } = await world.subscribe(renewals);
      const both = world.mockRenewal(async (renew) => {
        await world.endLeases();
        if (both.mock.calls.length > 1) return renew();
        const other = automation.renewDue();
        // A claim skips what a charge has locked: both are claimed before either is charged.
        await poll(() => both.mock.calls.length === 2, 30_000, 1);
        await Promise.all([other, renew()]);
      });
      await automation.renewDue();
      expect(both).toHaveBeenCalledTimes(2);
      expect(await countOrders(app, actor)).toBe(2);
      expect(await world.readState(actor, id)).toMatchObject({ enabled: true, failures: 0 });
      expect(await world.readSubjects(actor)).toEqual(['Your proxy was renewed']);
    },
  );

  it.each(['verify', 'record'] as const)(
    'should leave the attempt due and tell nothing when its worker dies at %s',
    async (step) => {
      const { actor } = await world.subscribe(5);
      const dying = world.mockRenewal((renew, _owner, _wish, _key, guard) => {
        const real = guard[step].bind(guard) as (...args: unknown[]) => Promise<void>;
        jest.spyOn(guard, step).mockImplementation(async (...args: unknown[]) => {
          await real(...args);
          throw new Error('killed');
        });
        return renew();
      });
      await automation.renewDue();
      expect(await app.getBalance(actor)).toBe(5 * ONE_GB_PRICE);
      dying.mockRestore();
      await automation.renewDue();
      expect(await countOrders(app, actor)).toBe(1);
      expect(await world.readSubjects(actor)).toEqual([]);
      await world.endLeases();
      await automation.renewDue();
      expect(await countOrders(app, actor)).toBe(2);
      expect(await world.readSubjects(actor)).toEqual(['Your proxy was renewed']);
    },
  );

  it('should tell of a charge whose worker dies after it, once', async () => {
    const { actor, id } = await world.subscribe(5);
    const dying = world.mockRenewal(async (renew) => {
      await renew();
      throw new Error('killed');
    });
    await automation.renewDue();
    dying.mockRestore();
    expect(await world.readSubjects(actor)).toEqual(['Your proxy was renewed']);
    await world.endLeases();
    await world.sweepTwice();
    expect(await world.readSubjects(actor)).toEqual(['Your proxy was renewed']);
    expect(await countOrders(app, actor)).toBe(2);
    expect(await world.readState(actor, id)).toMatchObject({ enabled: true });
  });

  it('should count a package that is no longer sold as a failure, and not hold up others', async () => {
    const { actor, id } = await world.subscribe(5, '5 hours');
    const { actor: other } = await world.subscribe(5);
    world.mockRenewal((renew, { proxyId }) =>
      proxyId === id ? Promise.reject(new Error('broken')) : renew(),
    );
    await automation.renewDue();
    expect(await countOrders(app, other)).toBe(2);
    expect(await world.readState(actor, id)).toMatchObject({ failures: 0 });
    jest.restoreAllMocks();
    await world.endLeases();
    await app.sql(`UPDATE proxy_auto_renewal SET gigabytes = 7777 WHERE proxy_id = $1`, [id]);
    await automation.renewDue();
    expect(await world.readState(actor, id)).toMatchObject({ enabled: true, failures: 1 });
    expect((await world.readMails(actor))[0]!.text).toContain('the package is no longer sold');
    expect(await app.getBalance(actor)).toBe(5 * ONE_GB_PRICE);
  });

  it.each<[string, (actor: Actor, id: number, orderId: number) => Promise<unknown>]>([
    ['proxy_suspended', (_, id) => world.get(ProxyLifecycleService).suspend(admin, id, 'abuse')],
    [
      'order_refunded',
      (_a, _i, orderId) => world.get(OrderRefundService).refund(admin, orderId, 'broken'),
    ],
    ['proxy_expired', (_, id) => world.expire(id)],
    [
      'order_refunded',
      async (actor) => {
        await automation.renewDue();
        const [renewal] = await app.sql<{ id: number }>(
          `SELECT id FROM proxy_order WHERE user_id = $1 AND kind = 'renewal'`,
          [actor.userId],
        );
        await world.get(OrderRefundService).refund(admin, renewal!.id, 'not wanted');
      },
    ],
  ])('should stop with %s and charge no more', async (reason, change) => {
    const { actor, id, orderId } = await world.subscribe(5);
    await change(actor, id, orderId);
    const balance = await app.getBalance(actor);
    await world.endLeases();
    await world.sweepTwice();
    expect(await app.getBalance(actor)).toBe(balance);
    expect(await world.readState(actor, id)).toMatchObject({
      enabled: false,
      stopped_reason: reason,
      next_charge_at: null,
    });
    expect((await world.readSubjects(actor)).at(-1)).toMatch(
      /Automatic renewal of your proxy is off|News/,
    );
  });

  it('should charge nothing while the account is suspended, and renew after that', async () => {
    const { actor } = await world.subscribe(5);
    await world.get(ProxyLifecycleService).suspendAccount(admin, actor.userId);
    await world.sweepTwice();
    expect(await countOrders(app, actor)).toBe(1);
    await world.get(ProxyLifecycleService).resumeAccount(admin, actor.userId);
    await world.sweepTwice();
    expect(await countOrders(app, actor)).toBe(2);
  });

  it('should charge nothing when the owner switches it off, also while a worker attempts it', async () => {
    const { actor, id } = await world.subscribe(5);
    world.mockRenewal(async (renew) => {
      await settings.disable(actor, id);
      await renew();
    });
    await automation.renewDue();
    await world.endLeases();
    await world.sweepTwice();
    expect(await countOrders(app, actor)).toBe(1);
    expect(await world.readState(actor, id)).toMatchObject({
      enabled: false,
      stopped_reason: null,
    });
    expect(await world.readSubjects(actor)).toEqual([]);
  });

  it('should tell before, in the mail of the low balance and of the end, what the wallet lacks', async () => {
    const { actor } = await world.subscribe(0, '50 hours');
    const { actor: other } = await world.subscribe(1, '50 hours');
    const texts = (await world.readAllMails(actor)).map(({ text }) => text);
    const reminder = 'Top up ₦5,000 to cover the automatic renewals of the next 7 days.';
    for (const subject of ['Your balance is low', 'Your proxy expires']) {
      const text = texts.find((mail) => mail.startsWith(subject))!;
      expect(text).toContain(reminder);
      expect(text).toMatch(/Top up ₦5,000:\nhttp.*\/wallet\?amount=5000\n/);
    }
    const [mail] = (await world.readAllMails(other)).filter(({ text }) => /expires/.test(text));
    expect(mail!.text).not.toContain('Top up');
  });

  it('should refuse what cannot be renewed', async () => {
    const { actor, id } = await world.subscribe(5);
    const enable = () => catchErrorCode(settings.enable(actor, id, { gigabytes: 1 }));
    await world.setEnd(id, '-1 hour');
    expect(await enable()).toBe('conflict PROXY_EXPIRED');
    await world.setEnd(id, '10 days');
    await world.get(ProxyLifecycleService).suspend(admin, id, 'abuse');
    expect(await enable()).toBe('conflict PROXY_SUSPENDED');
    await settings.disable(actor, id);
    expect(await world.readState(actor, id)).toMatchObject({
      enabled: false,
      stopped_reason: null,
    });
  });
});
