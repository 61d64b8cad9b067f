import { Injectable } from '@nestjs/common';
import { formatNaira, Money } from '../../common/money/money';
import { DatabaseClock } from '../../database/database-clock';
import { couponScope, PromotionsService } from '../../promotions/promotions.service';
import { WalletService } from '../../wallet/wallet.service';
import type { Payment } from '../payment.entity';
import { couponRefused } from '../payments.errors';
import { UNKNOWN_COUPON } from '../payments.types';
import type { CouponRedemption } from './coupon-redemption.entity';
import { calculateBonus, getCouponState, normalizeCode } from './coupon-terms';
import type { Coupon } from './coupon.entity';
import { CouponRepository } from './coupon.repository';

const REFUSALS = {
  scheduled: 'This code cannot be used yet.',
  used_up: 'This code has been used up.',
  ended: 'This code has ended.',
};

/** Bonuses on top-ups: promised at the start, credited with the payment from `promotions`, taken back with it. */
@Injectable()
export class CouponsService {
  constructor(
    private readonly clock: DatabaseClock,
    private readonly coupons: CouponRepository,
    private readonly promotions: PromotionsService,
    private readonly wallet: WalletService,
  ) {}

  /**
   * What a code would add to a top-up.
   * @throws DomainError invalid with errors.coupon.
   */
  async quote(userId: number, code: string, amount: Money): Promise<Money> {
    return this.check(await this.coupons.findByCode(normalizeCode(code)), userId, amount);
  }

  /**
   * Promises the bonus to a payment, in place of those that the customer started with the code and did not pay; needs an
   * open unit of work.
   * @throws DomainError invalid with errors.coupon.
   */
  async reserve(userId: number, paymentId: number, code: string, amount: Money): Promise<void> {
    const coupon = await this.coupons.lockByCode(normalizeCode(code));
    if (!coupon) throw couponRefused(UNKNOWN_COUPON);
    await this.coupons.releaseOpen(coupon.id, userId);
    const current = await this.coupons.lockByCode(coupon.code);
    const bonus = await this.check(current, userId, amount);
    await this.coupons.insertRedemption(coupon, { userId, paymentId, bonus });
  }

  /**
   * Credits the promised bonus of a payment, at most what the coupon adds to the credited amount, unless the person had
   * the bonus with another payment or account meanwhile. Needs an open unit of work that holds payment and wallet.
   */
  async grant(payment: Payment, credited: Money): Promise<void> {
    const locked = await this.coupons.lockWithCoupon(payment.id);
    if (!locked || locked.redemption.grantedAt) return;
    const { coupon, redemption } = locked;
    const bonus = await this.getEarned(coupon, redemption, credited);
    const isEarned =
      bonus.isPositive &&
      (await this.promotions.use(couponScope(coupon.id), payment.userId, coupon.perCustomer));
    if (!isEarned) {
      if (!redemption.releasedAt) await this.coupons.release(redemption);
      return;
    }
    await this.coupons.grant(redemption, bonus);
    const { replayed } = await this.wallet.credit(
      {
        userId: payment.userId,
        reference: `COUPON-${payment.id}`,
        type: 'credit',
        purpose: 'coupon',
        amount: bonus,
        description: `Bonus of the code ${coupon.code} on top-up ${payment.reference}`,
        paymentMethod: 'coupon',
        metadata: { payment_id: payment.id },
      },
      { idempotencyKey: `coupon:${payment.reference}`, kind: 'coupon', against: 'promotions' },
    );
    if (replayed) throw new Error(`The bonus of payment ${payment.id} was booked before`);
  }

  /** For a payment that failed, expired, or was cancelled or rejected. Paid all the same, it has the bonus if there is one left. */
  async release(paymentId: number): Promise<void> {
    const locked = await this.coupons.lockWithCoupon(paymentId);
    if (locked && !locked.redemption.grantedAt && !locked.redemption.releasedAt)
      await this.coupons.release(locked.redemption);
  }

  /**
   * Takes the bonus of a reversed payment back, at most the balance: the customer owes no gift. Needs an open unit of
   * work that holds the payment.
   * @param key of the reversal, once.
   */
  async takeBack(payment: Payment, key: string): Promise<void> {
    const redemption = await this.coupons.lockRedemption(payment.id);
    const left = redemption && toLeft(redemption);
    if (!left?.isPositive) return;
    const balance = await this.wallet.lockBalance(payment.userId);
    const taken = balance.isLessThan(left) ? balance : left;
    if (!taken.isPositive) return;
    await this.coupons.setTakenBack(redemption!, Money.kobo(redemption!.takenBackKobo).plus(taken));
    const { replayed } = await this.wallet.debit(
      {
        userId: payment.userId,
        reference: `COUPON-BACK-${key}`.slice(0, 100),
        type: 'debit',
        purpose: 'coupon',
        amount: taken,
        description: `Bonus on top-up ${payment.reference} taken back with the payment`,
        paymentMethod: 'coupon',
        metadata: { payment_id: payment.id },
      },
      { idempotencyKey: `coupon_reversal:${key}`, kind: 'coupon_reversal', against: 'promotions' },
    );
    if (replayed) throw new Error(`The bonus of payment ${payment.id} was taken back before`);
  }

  /**
   * Credits again what was taken back of the bonus, once no part of the payment is reversed any more. Needs an open unit
   * of work that holds the payment.
   * @param key of the dispute that was won last, once.
   */
  async putBack(payment: Payment, key: string): Promise<void> {
    const redemption = await this.coupons.lockRedemption(payment.id);
    const amount = Money.kobo(redemption?.takenBackKobo ?? 0n);
    if (!amount.isPositive) return;
    await this.coupons.setTakenBack(redemption!, Money.zero);
    const { replayed } = await this.wallet.credit(
      {
        userId: payment.userId,
        reference: `COUPON-WON-${key}`,
        type: 'credit',
        purpose: 'coupon',
        amount,
        description: `Bonus on top-up ${payment.reference} put back: the dispute was won`,
        paymentMethod: 'coupon',
        metadata: { payment_id: payment.id },
      },
      { idempotencyKey: `coupon_won:${key}`, kind: 'coupon', against: 'promotions' },
    );
    if (replayed) throw new Error(`The bonus of payment ${payment.id} was put back before`);
  }

  private async getEarned(
    coupon: Coupon,
    { bonusKobo, releasedAt, userId }: CouponRedemption,
    credited: Money,
  ): Promise<Money> {
    if (credited.kobo < coupon.minimumTopupKobo) return Money.zero;
    if (releasedAt && getCouponState(coupon, await this.clock.now()) !== 'active')
      return Money.zero;
    if ((await this.coupons.countGranted(coupon.id, userId)) >= coupon.perCustomer)
      return Money.zero;
    const earned = calculateBonus(coupon, credited);
    const promised = Money.kobo(bonusKobo);
    return earned.isLessThan(promised) ? earned : promised;
  }

  private async check(coupon: Coupon | null, userId: number, amount: Money): Promise<Money> {
    if (!coupon) throw couponRefused(UNKNOWN_COUPON);
    const state = getCouponState(coupon, await this.clock.now());
    if (state !== 'active') throw couponRefused(REFUSALS[state]);
    const minimum = Money.kobo(coupon.minimumTopupKobo);
    if (amount.isLessThan(minimum))
      throw couponRefused(`This code is for top-ups of ${formatNaira(minimum)} or more.`);
    const uses = await this.promotions.countUses(couponScope(coupon.id), userId);
    const granted = await this.coupons.countGranted(coupon.id, userId);
    if (Math.max(uses, granted) >= coupon.perCustomer)
      throw couponRefused('You have used this code already.');
    const bonus = calculateBonus(coupon, amount);
    if (!bonus.isPositive) throw couponRefused('This code adds nothing to so small a top-up.');
    return bonus;
  }
}

const toLeft = ({ grantedKobo, takenBackKobo }: CouponRedemption): Money =>
  Money.kobo((grantedKobo ?? 0n) - takenBackKobo);
