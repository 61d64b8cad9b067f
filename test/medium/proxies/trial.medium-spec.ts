import { armCrashPoint } from '../../../src/common/crash-point';
import type { Actor } from '../../../src/common/security/actor';
import { PlaceService } from '../../../src/proxies/places/place.service';
import { OrderRefundService } from '../../../src/proxies/refunds/order-refund.service';
import { OwnRefundService } from '../../../src/proxies/refunds/own-refund.service';
import { TrialService } from '../../../src/proxies/trial/trial.service';
import { PromotionsModule } from '../../../src/referrals/promotions.module';
import { PromotionsService } from '../../../src/referrals/promotions.service';
import { SettingsService } from '../../../src/settings/settings.service';
import { expectInvariantsToHold } from '../../support/integrity';
import { countOrders, findOrderAudit, findStatementLines } from './order-helpers';
import {
  catchErrorCode,
  countOutcomes,
  createProxiesTestApp,
  expectConsistentBooks,
  ONE_GB_PRICE,
  poolRequest,
  type ProxiesTestApp,
} from './proxies-test-app';

const MEGABYTES = 100;

describe('The free trial', () => {
  let app: ProxiesTestApp;
  let trials: TrialService;
  let serial = 0;

  beforeAll(async () => {
    app = await createProxiesTestApp([PromotionsModule]);
    trials = app.module.get(TrialService, { strict: false });
  });
  beforeEach(() => offer(MEGABYTES));
  afterEach(async () => {
    jest.restoreAllMocks();
    await expectConsistentBooks(app);
  });
  expectInvariantsToHold(() => app);
  afterAll(() => app.close());

  async function offer(megabytes: number) {
    await app.sql(
      `INSERT INTO setting (key, value) VALUES ('trialMegabytes', $1::text::jsonb)
       ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
      [String(megabytes)],
    );
    app.module.get(SettingsService, { strict: false }).invalidateCache();
  }

  /** A customer at a network address and a domain of their own. */
  async function createPerson(over: { email?: string; ip?: string } = {}, naira = 0) {
    const actor = await app.createCustomer(naira);
    serial += 1;
    const { email = `ada@shop-${serial}.example`, ip = `198.51.100.${serial}` } = over;
    await app.sql(`UPDATE users SET email = $2 WHERE id = $1`, [actor.userId, email]);
    return { ...actor, ip };
  }

  const claim = (actor: Actor, country?: string, key?: string) =>
    trials.claim(actor, { country }, key);
  const claimCode = async (over: { email?: string; ip?: string }) =>
    catchErrorCode(claim(await createPerson(over)));

  it('should deliver a residential proxy for nothing', async () => {
    const actor = await createPerson();
    expect(await trials.find(actor)).toEqual({
      ...{ available: true, megabytes: MEGABYTES, reason: null, has_bought: false },
    });
    const { order_id: orderId, proxies } = await claim(actor, 'ng');
    expect(proxies).toMatchObject([
      {
        ...{ type: 'residential_ipv4', location: 'ng', status: 'active', price: 0 },
        ...{ package_gb: null, days_until_expiration: 30 },
        pool_data: { limit_mb: MEGABYTES, used_mb: 0 },
      },
    ]);
    expect(await app.find(actor, proxies[0]!.id)).toMatchObject({
      limitBytes: BigInt(MEGABYTES) * 2n ** 20n,
    });
    expect(await findStatementLines(app, actor)).toEqual([]);
    expect(await findOrderAudit(app, orderId)).toMatchObject([
      { action: 'proxy.ordered', details: 'Trial of a residential proxy, 100 MB, Nigeria for ₦0' },
    ]);
    expect(await trials.find(actor)).toMatchObject({ available: false, reason: 'TRIAL_USED' });
  });

  it('should be refused while it is off', async () => {
    await offer(0);
    const actor = await createPerson();
    expect(await trials.find(actor)).toEqual({
      ...{ available: false, megabytes: 0, reason: 'TRIAL_OFF', has_bought: false },
    });
    expect(await catchErrorCode(claim(actor))).toBe('not_found TRIAL_OFF');
  });

  it('should be for verified addresses that last', async () => {
    const actor = await createPerson();
    await app.sql(`UPDATE users SET email_verified_at = NULL WHERE id = $1`, [actor.userId]);
    expect(await catchErrorCode(claim(actor))).toBe('forbidden TRIAL_EMAIL_NOT_VERIFIED');
    for (const email of ['ada@mailinator.com', 'ada@eu.Mailinator.com'])
      expect(await claimCode({ email })).toBe('forbidden TRIAL_EMAIL_REFUSED');
  });

  it('should be once per mailbox, also after the account is closed', async () => {
    const first = await createPerson({ email: 'Ada.Obi@gmail.com' });
    await claim(first);
    await app.sql(
      `UPDATE users SET email = 'closed@closed.invalid', closed_at = now() WHERE id = $1`,
      [first.userId],
    );
    expect(await claimCode({ email: 'adaobi+2@googlemail.com' })).toBe('conflict TRIAL_USED');
    await claim(await createPerson({ email: 'ada@tags.example' }));
    expect(await claimCode({ email: 'ADA+2@tags.example' })).toBe('conflict TRIAL_USED');
  });

  it('should be once per network address in a month', async () => {
    await claim(await createPerson({ ip: '203.0.113.7' }));
    const again = { ip: '::ffff:203.0.113.7' };
    expect(await claimCode(again)).toBe('conflict TRIAL_USED');
    expect(await claimCode({ ip: '203.0.113.8' })).toBe('no error');
    await claim(await createPerson({ ip: '2001:db8:1:2::1' }));
    expect(await claimCode({ ip: '2001:db8:1:2:ffff::9' })).toBe('conflict TRIAL_USED');
    await app.sql(
      `UPDATE promotion_use SET created_at = now() - interval '31 days' WHERE scope LIKE 'trial%'`,
    );
    await app.module.get(PromotionsService, { strict: false }).deleteExpired();
    expect(await claimCode(again)).toBe('no error');
  });

  it('should be for three people a day of a domain of mail, unless it is a provider for everybody', async () => {
    const outcomes = async (domain: string) => {
      const codes: string[] = [];
      for (let person = 0; person < 4; person++)
        codes.push(await claimCode({ email: `p${person}@${domain}` }));
      return codes.slice(2);
    };
    expect(await outcomes('farm.example')).toEqual(['no error', 'conflict TRIAL_LIMIT_REACHED']);
    expect(await outcomes('yahoo.com')).toEqual(['no error', 'no error']);
  });

  it('should be given once to parallel claims of an account, and of a person with many', async () => {
    const one = await createPerson();
    const many = await Promise.all(
      Array.from({ length: 6 }, (_, index) => createPerson({ email: `eve+${index}@gmail.com` })),
    );
    for (const actors of [Array<Actor>(6).fill(one), many]) {
      const outcomes = await Promise.all(actors.map((actor) => catchErrorCode(claim(actor))));
      expect(countOutcomes(outcomes)).toEqual({ 'no error': 1, 'conflict TRIAL_USED': 5 });
    }
    expect(await countOrders(app, one)).toBe(1);
  });

  it('should not be used up by a claim whose process dies before the commit', async () => {
    const actor = await createPerson();
    jest.spyOn(process, 'kill').mockImplementation(() => {
      throw new Error('killed');
    });
    armCrashPoint('purchase.before-commit');
    await expect(claim(actor, 'ng', 'again')).rejects.toThrow('killed');
    armCrashPoint(undefined);
    expect(await trials.find(actor)).toMatchObject({ available: true });
    const { order_id: orderId } = await claim(actor, 'ng', 'again');
    expect(await claim(actor, 'ng', 'again')).toMatchObject({ order_id: orderId });
    expect(await countOrders(app, actor)).toBe(1);
    expect(await catchErrorCode(app.orders.buyPool(actor, poolRequest(), 'again'))).toBe(
      'conflict IDEMPOTENCY_KEY_REUSED',
    );
  });

  it('should leave nothing to refund, and be renewed and moved like other proxies', async () => {
    const actor = await createPerson({}, 50_000);
    const { order_id: orderId, proxies } = await claim(actor);
    const id = proxies[0]!.id;
    const refunds = app.module.get(OrderRefundService, { strict: false });
    for (const refund of [
      refunds.quote(orderId),
      refunds.refund(actor, orderId, 'Asked for it'),
      refunds.refundUnused(actor, orderId, { reason: 'Asked for it' }),
    ])
      expect(await catchErrorCode(refund)).toBe('conflict TRIAL_ORDER');
    const { reason } = await app.module.get(OwnRefundService, { strict: false }).quote(actor, id);
    expect(reason).toBe('A free trial is not refunded.');
    const places = app.module.get(PlaceService, { strict: false });
    expect(await places.quote(actor, id, { country: 'ng' })).toMatchObject({ difference: 0 });
    await app.orders.extend(actor, id, 'traffic', { gigabytes: 1 });
    await app.orders.extend(actor, id, 'renewal', { gigabytes: 1 });
    expect(await trials.find(actor)).toMatchObject({ has_bought: true });
    expect(await app.getBalance(actor)).toBe(50_000 - 2 * ONE_GB_PRICE);
    expect(await app.find(actor, id)).toMatchObject({
      ...{ boughtSize: 1, limitBytes: 2n * 2n ** 30n + BigInt(MEGABYTES) * 2n ** 20n },
    });
    expect(await places.quote(actor, id, { country: 'ng' })).toMatchObject({ difference: 0 });
  });
});
