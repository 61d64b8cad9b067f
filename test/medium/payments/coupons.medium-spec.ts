import { Money } from '../../../src/common/money/money';
import { DAY, HOUR } from '../../../src/common/time/clock';
import { CouponAdministrationService } from '../../../src/payments/coupons/coupon-administration.service';
import type { CreateCouponDto } from '../../../src/payments/coupons/coupon.admin.dto';
import { couponScope, PromotionsService } from '../../../src/referrals/promotions.service';
import { type Topup, usePaymentsTestApp } from './payments-test-app';

const WHY = 'Chargeback 771 of the issuing bank.';
let serial = 0;

describe('Coupons', () => {
  // Purchases of these cases have no order.
  const app = usePaymentsTestApp({ except: 'charges-have-an-order' });

  /** 10 % up to ₦5,000, once for each customer. */
  const create = (over: Partial<CreateCouponDto> = {}) =>
    app.get(CouponAdministrationService).create(app.admin, {
      ...{ code: `CODE-${(serial += 1)}`, percent: 10, max_bonus: 5000, ...over },
    });
  const quote = (user: number, coupon: string, amount: number) =>
    app.call('POST', '/api/v1/user/coupons/quote', { user, body: { coupon, amount } });
  const tryToStart = async (user: number, coupon: string, amount = 5000) => {
    const body = app.buildTopup({ coupon, amount });
    await app.silence(body.reference);
    return { reference: body.reference, answer: await app.initialize(body, user) };
  };
  const start = (user: number, coupon: string, amount = 5000): Promise<Topup> =>
    app.startTopup(amount, true, { user, coupon });
  const settle = (reference: string) => app.settle(reference);
  const pay = (topup: Topup) => app.pay(topup);
  /** Bonus lines of a customer in naira, debits negative, oldest first. */
  const findBonuses = async (user: number) => {
    const rows = await app.sql<{ naira: number }>(
      `SELECT (CASE w.type WHEN 'credit' THEN 1 ELSE -1 END * w.amount_kobo)::int / 100 AS naira
       FROM wallet_transaction w
       JOIN ledger_entry e ON e.transaction_id = w.ledger_transaction_id AND e.balance_after_kobo IS NULL
       JOIN ledger_account a ON a.id = e.account_id AND a.code = 'promotions'
       WHERE w.user_id = $1 AND w.purpose = 'coupon' ORDER BY w.id`,
      [user],
    );
    return rows.map(({ naira }) => naira);
  };
  const findUses = async (id: number) =>
    (await app.sql<{ uses: number }>('SELECT uses FROM coupon WHERE id = $1', [id]))[0]!.uses;

  it('should credit the quoted bonus once with the payment, from promotions', async () => {
    const { id, code } = await create();
    const user = await app.insertUser();
    expect((await quote(user, ` ${code.toLowerCase()} `, 5999)).body).toEqual({
      success: true,
      data: { bonus: 599, credited: 6598 },
    });
    const topup = await start(user, code, 5999);
    expect(await findBonuses(user)).toEqual([]);
    await app.setChargeOutcome(topup.reference);
    await Promise.all(Array.from({ length: 6 }, () => settle(topup.reference)));
    await settle(topup.reference);
    expect(await findBonuses(user)).toEqual([599]);
    expect(await app.getPayment(topup)).toMatchObject({ status: 'successful', naira: 6598 });
    expect(await findUses(id)).toBe(1);
    const [coupon] = (await app.get(CouponAdministrationService).list({ page: 1, perPage: 20 }))
      .coupons;
    expect(coupon).toMatchObject({ id, uses: 1, granted: 599, state: 'active' });
  });

  it.each([
    ['a percentage', {}, 100_000, 5000],
    ['a fixed bonus', { percent: undefined, bonus: 700, max_bonus: undefined }, 1000, 700],
  ])('should add %s up to its limit', async (_what, terms, amount, bonus) => {
    const { code } = await create(terms);
    const user = await app.insertUser();
    await pay(await start(user, code, amount));
    expect(await findBonuses(user)).toEqual([bonus]);
  });

  it('should refuse a code with its reason and start no payment', async () => {
    const now = app.clock.now().getTime();
    const user = await app.insertUser();
    const used = await create();
    await pay(await start(user, used.code));
    const ended = await create();
    await app.get(CouponAdministrationService).end(app.admin, ended.id, 'Campaign over');
    const usedUp = await create({ max_uses: 1 });
    await start(await app.insertUser(), usedUp.code);
    const cases: [string, string][] = [
      ['NO-SUCH-CODE', 'We couldn’t find this code.'],
      [used.code, 'You have used this code already.'],
      [ended.code, 'This code has ended.'],
      [usedUp.code, 'This code has been used up.'],
      [(await create({ starts_at: new Date(now + HOUR) })).code, 'This code cannot be used yet.'],
      [
        (await create({ minimum_topup: 10_000 })).code,
        'This code is for top-ups of ₦10,000 or more.',
      ],
    ];
    for (const [code, text] of cases) {
      const refused = { status: 422, body: { errors: { coupon: [text] } } };
      expect(await quote(user, code, 5000)).toMatchObject(refused);
      const { reference, answer } = await tryToStart(user, code);
      expect(answer).toMatchObject(refused);
      expect(await app.getPayment(reference)).toBeUndefined();
    }
  });

  it('should end by itself at its end', async () => {
    const endsAt = new Date(app.clock.now().getTime() + HOUR);
    const { code } = await create({ ends_at: endsAt });
    const user = await app.insertUser();
    const topup = await start(user, code);
    app.clock.advance(HOUR);
    expect((await quote(user, code, 5000)).body).toMatchObject({
      errors: { coupon: ['This code has ended.'] },
    });
    // What was promised before is kept.
    await pay(topup);
    expect(await findBonuses(user)).toEqual([500]);
  });

  it('should never promise more uses than there are, whoever starts at once', async () => {
    const { id, code } = await create({ max_uses: 3 });
    const users = await Promise.all(Array.from({ length: 10 }, () => app.insertUser()));
    const started = await Promise.all(users.map((user) => tryToStart(user, code)));
    expect(started.map(({ answer }) => answer.status).sort()).toEqual([
      ...Array.from({ length: 3 }, () => 200),
      ...Array.from({ length: 7 }, () => 422),
    ]);
    expect(await findUses(id)).toBe(3);
  });

  it('should count once for a customer who starts several top-ups and pays them all', async () => {
    const { id, code } = await create();
    const user = await app.insertUser();
    const topups = [];
    for (let n = 0; n < 3; n += 1) topups.push(await start(user, code));
    expect(await findUses(id)).toBe(1);
    for (const { reference } of topups) await app.setChargeOutcome(reference);
    await Promise.all(topups.map(({ reference }) => settle(reference)));
    expect(await findBonuses(user)).toEqual([500]);
    expect(await app.getPayment(topups[0]!)).toMatchObject({ naira: 15_500 });
    expect(await findUses(id)).toBe(1);
  });

  it('should count once for a person with several accounts, whichever of them is paid at once', async () => {
    const { id, code } = await create();
    const mailboxes = ['a.da+1@gmail.com', 'ADA+2@gmail.com', 'ada@googlemail.com'];
    const users = await Promise.all(mailboxes.map((email) => app.insertUser(email)));
    const topups = [];
    for (const user of users) topups.push(await start(user, code));
    for (const { reference } of topups) await app.setChargeOutcome(reference);
    await Promise.all(topups.map(({ reference }) => settle(reference)));
    expect((await Promise.all(users.map(findBonuses))).flat()).toEqual([500]);
    expect(await findUses(id)).toBe(1);
    for (const user of users)
      expect((await tryToStart(user, code)).answer).toMatchObject({
        body: { errors: { coupon: ['You have used this code already.'] } },
      });
  });

  it('should count a person once without the lock of a coupon', async () => {
    const promotions = app.get(PromotionsService);
    const user = await app.insertUser();
    const used = await Promise.all(
      Array.from({ length: 8 }, () =>
        app.uow.run(() => promotions.use(couponScope(1_000_000), user, 2)),
      ),
    );
    expect(used.filter(Boolean)).toHaveLength(2);
  });

  it('should forget who used it once it has ended long ago', async () => {
    const promotions = app.get(PromotionsService);
    const endsAt = new Date(app.clock.now().getTime() + HOUR);
    const [short, endless] = [await create({ ends_at: endsAt }), await create()];
    const user = await app.insertUser();
    for (const { code } of [short, endless]) await pay(await start(user, code));
    const count = ({ id }: { id: number }) => promotions.countUses(couponScope(id), user);
    app.clock.advance(30 * DAY);
    await promotions.deleteExpired();
    expect(await count(short)).toBe(1);
    app.clock.advance(2 * HOUR);
    await promotions.deleteExpired();
    expect([await count(short), await count(endless)]).toEqual([0, 1]);
  });

  it('should be free again when the top-up is cancelled or expires, and granted when it is paid all the same', async () => {
    const { id, code } = await create({ max_uses: 1 });
    const [ada, bola] = [await app.insertUser(), await app.insertUser()];
    const cancelled = await start(ada, code);
    const { status } = await app.call('POST', `/api/v1/payments/${cancelled.reference}/cancel`, {
      user: ada,
    });
    expect(status).toBe(200);
    expect(await findUses(id)).toBe(0);
    const expired = await start(bola, code);
    app.clock.advance(2 * DAY);
    await settle(expired.reference);
    expect(await app.getPayment(expired)).toMatchObject({ status: 'expired' });
    expect(await findUses(id)).toBe(0);
    // The only use goes to the first that pays.
    await pay(cancelled);
    await pay(expired);
    expect([await findBonuses(ada), await findBonuses(bola)]).toEqual([[500], []]);
    expect(await findUses(id)).toBe(1);
  });

  it('should be free again when the provider knew the reference before', async () => {
    const { id, code } = await create({ max_uses: 1 });
    const [ada, bola] = [await app.insertUser(), await app.insertUser()];
    const body = app.buildTopup({ coupon: code, amount: 5000 });
    await app.injectFault({ route: 'initialize', reference: body.reference, status: 409 });
    expect((await app.initialize(body, ada)).body).toMatchObject({ code: 'REFERENCE_TAKEN' });
    expect(await findUses(id)).toBe(0);
    await pay(await start(bola, code));
    expect(await findBonuses(bola)).toEqual([500]);
  });

  it('should follow what staff credit of a payment in review, and end with a rejection', async () => {
    const inReview = async (code: string) => {
      const topup = await start(await app.insertUser(), code);
      await app.setChargeOutcome(topup.reference);
      const data = { amount_paid: '3000.00' };
      await app.injectFault({ route: 'find', reference: topup.reference, times: 1, data });
      await settle(topup.reference);
      expect(await app.getPayment(topup)).toMatchObject({ status: 'review' });
      expect(await findBonuses(topup.user)).toEqual([]);
      return topup;
    };
    const { id, code } = await create();
    const accepted = await inReview(code);
    await app.review.accept(app.admin, accepted.paymentId, 'Paid less, by transfer');
    const [bonus] = await findBonuses(accepted.user);
    expect(bonus).toBe(300);
    const rejected = await inReview(code);
    await app.review.reject(app.admin, rejected.paymentId, 'Not theirs', false);
    expect(await findBonuses(rejected.user)).toEqual([]);
    expect(await findUses(id)).toBe(1);
  });

  it('should be taken back with a reversed payment, at most the balance, and put back when the dispute is won', async () => {
    const { code } = await create();
    const topup = await start(await app.insertUser(), code);
    await pay(topup);
    await app.spend(topup.user, 5200);
    await app.chargebacks.record(app.admin, topup.paymentId, { reason: WHY });
    // ₦300 were left: they repay the payment, and the gift is no debt.
    expect(await app.getPayment(topup)).toMatchObject({ naira: 0, owed: 4700 });
    expect(await findBonuses(topup.user)).toEqual([500]);

    const other = await start(await app.insertUser(), code);
    await pay(other);
    await app.spend(other.user, 300);
    await app.chargebacks.record(app.admin, other.paymentId, { reason: WHY });
    expect(await app.getPayment(other)).toMatchObject({ naira: 0, owed: 0 });
    expect(await findBonuses(other.user)).toEqual([500, -200]);
    const [{ id }] = (await app.findChargebacks(other)) as unknown as [{ id: number }];
    await app.chargebacks.win(app.admin, other.paymentId, id, WHY);
    expect(await findBonuses(other.user)).toEqual([500, -200, 200]);
    expect(await app.getPayment(other)).toMatchObject({ naira: 5200, owed: 0 });
  });

  it('should be put back with the last dispute that is won, not while a part of the payment stays reversed', async () => {
    const { code } = await create();
    const topup = await start(await app.insertUser(), code, 10_000);
    await pay(topup);
    const half = { reason: WHY, amount: Money.naira(5000) };
    await app.chargebacks.record(app.admin, topup.paymentId, half);
    await app.chargebacks.record(app.admin, topup.paymentId, half);
    expect(await findBonuses(topup.user)).toEqual([1000, -1000]);
    const [first, second] = await app.findChargebacks(topup);
    await app.chargebacks.win(app.admin, topup.paymentId, second!.id, WHY);
    expect(await findBonuses(topup.user)).toEqual([1000, -1000]);
    expect(await app.getPayment(topup)).toMatchObject({ charged_back: 5000, naira: 5000 });
    await app.chargebacks.win(app.admin, topup.paymentId, first!.id, WHY);
    expect(await findBonuses(topup.user)).toEqual([1000, -1000, 1000]);
    expect(await app.getPayment(topup)).toMatchObject({ charged_back: 0, naira: 11_000 });
  });

  it('should refuse terms that contradict each other, and a code that exists', async () => {
    const { code } = await create();
    const past = new Date(app.clock.now().getTime() - HOUR);
    for (const [terms, field] of [
      [{ code }, 'code'],
      [{ max_uses: 1, per_customer: 2 }, 'max_uses'],
      [{ ends_at: past }, 'ends_at'],
    ] as const)
      await expect(create(terms)).rejects.toMatchObject({
        details: { [field]: [expect.any(String)] },
      });
  });
});
