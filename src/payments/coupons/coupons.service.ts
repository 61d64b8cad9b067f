import { Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import { Money, formatNaira } from '../../common/money/money';
import { UnitOfWork } from '../../database/unit-of-work';
import {
  CouponRedemption,
  Coupon,
  calculateBonus,
  getCouponState,
  normalizeCode,
} from './coupon.entity';
import { DatabaseClock } from '../../database/database-clock';
import { couponScope, PromotionsService } from '../../referrals/promotions.service';
import { WalletService } from '../../wallet/wallet.service';
import type { NewTransaction } from '../../wallet/wallet.types';
import type { Payment } from '../payment.entity';
import type { CouponQuoteData, CouponQuoteDto } from './coupons.dto';
import { couponRefused } from '../payments.errors';
import { UNKNOWN_COUPON } from '../payments.types';

const REFUSALS = {
  scheduled: 'This code cannot be used yet.',
  used_up: 'This code has been used up.',
  ended: 'This code has ended.',
};

/** Bonuses on top-ups: promised at the start, credited with the payment from `promotions`, taken back with it. */
@Injectable()
export class CouponsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: DatabaseClock,
    private readonly promotions: PromotionsService,
    private readonly wallet: WalletService,
  ) {}

  /** What a code would add to a top-up. */
  async quote(userId: number, query: CouponQuoteDto): Promise<CouponQuoteData> {
    const amount = Money.naira(query.amount);
    const code = normalizeCode(query.coupon);
    const coupon = await this.uow.manager.findOneBy(Coupon, { code });
    const bonus = await this.check(coupon, userId, amount);
    return { bonus: bonus.toNaira(), credited: amount.plus(bonus).toNaira() };
  }

  /**
   * Promises the bonus to a payment, in place of those that the customer started with the code and did not pay; needs an
   * open unit of work.
   */
  async reserve(userId: number, paymentId: number, code: string, amount: Money): Promise<void> {
    const coupon = await this.lockByCode(normalizeCode(code));
    if (!coupon) throw couponRefused(UNKNOWN_COUPON);
    await this.releaseOpen(coupon.id, userId);
    const current = await this.lockByCode(coupon.code);
    const bonus = await this.check(current, userId, amount);
    await this.insertRedemption(coupon, { userId, paymentId, bonus });
  }

  /**
   * Credits the promised bonus of a payment, at most what the coupon adds to the credited amount, unless the person had
   * the bonus with another payment or account meanwhile. Needs an open unit of work that holds payment and wallet.
   */
  async grant(payment: Payment, credited: Money): Promise<void> {
    const locked = await this.lockWithCoupon(payment.id);
    if (!locked || locked.redemption.grantedAt) return;
    const { coupon, redemption } = locked;
    const bonus = await this.getEarned(coupon, redemption, credited);
    const isEarned =
      bonus.isPositive &&
      (await this.promotions.use(couponScope(coupon.id), payment.userId, coupon.perCustomer));
    if (!isEarned) {
      if (!redemption.releasedAt) await this.markReleased(redemption);
      return;
    }
    await this.markGranted(redemption, bonus);
    await this.post('credit', 'coupon', `coupon:${payment.reference}`, payment, {
      reference: `COUPON-${payment.id}`,
      amount: bonus,
      description: `Bonus of the code ${coupon.code} on top-up ${payment.reference}`,
    });
  }

  /** For a payment that failed, expired, or was cancelled or rejected. Paid all the same, it has the bonus if there is one left. */
  async release(paymentId: number): Promise<void> {
    const locked = await this.lockWithCoupon(paymentId);
    if (locked && !locked.redemption.grantedAt && !locked.redemption.releasedAt)
      await this.markReleased(locked.redemption);
  }

  /**
   * Takes the bonus of a reversed payment back, at most the balance: the customer owes no gift. Needs an open unit of
   * work that holds the payment.
   * @param key of the reversal, once.
   */
  async takeBack(payment: Payment, key: string): Promise<void> {
    const redemption = await this.lockRedemption(payment.id);
    const left = redemption && getLeft(redemption);
    if (!left?.isPositive) return;
    const balance = await this.wallet.lockBalance(payment.userId);
    const taken = balance.isLessThan(left) ? balance : left;
    if (!taken.isPositive) return;
    await this.setTakenBack(redemption!, redemption!.takenBack.plus(taken));
    await this.post('debit', 'coupon_reversal', `coupon_reversal:${key}`, payment, {
      reference: `COUPON-BACK-${key}`.slice(0, 100),
      amount: taken,
      description: `Bonus on top-up ${payment.reference} taken back with the payment`,
    });
  }

  /**
   * Credits again what was taken back of the bonus, once no part of the payment is reversed any more. Needs an open unit
   * of work that holds the payment.
   * @param key of the dispute that was won last, once.
   */
  async putBack(payment: Payment, key: string): Promise<void> {
    const redemption = await this.lockRedemption(payment.id);
    const amount = redemption?.takenBack;
    if (!amount?.isPositive) return;
    await this.setTakenBack(redemption!, Money.zero);
    await this.post('credit', 'coupon', `coupon_won:${key}`, payment, {
      reference: `COUPON-WON-${key}`,
      amount,
      description: `Bonus on top-up ${payment.reference} put back: the dispute was won`,
    });
  }

  private async post(
    type: 'credit' | 'debit',
    kind: 'coupon' | 'coupon_reversal',
    idempotencyKey: string,
    { id, userId }: Payment,
    line: Pick<NewTransaction, 'reference' | 'amount' | 'description'>,
  ): Promise<void> {
    const { replayed } = await this.wallet[type](
      {
        ...line,
        type,
        userId,
        purpose: 'coupon',
        paymentMethod: 'coupon',
        metadata: { payment_id: id },
      },
      { idempotencyKey, kind, against: 'promotions' },
    );
    if (replayed) throw new Error(`${idempotencyKey} of payment ${id} was booked before`);
  }

  private async getEarned(
    coupon: Coupon,
    { bonus: promised, releasedAt, userId }: CouponRedemption,
    credited: Money,
  ): Promise<Money> {
    if (credited.isLessThan(coupon.minimumTopup)) return Money.zero;
    if (releasedAt && getCouponState(coupon, await this.clock.now()) !== 'active')
      return Money.zero;
    if ((await this.countGranted(coupon.id, userId)) >= coupon.perCustomer) return Money.zero;
    const earned = calculateBonus(coupon, credited);
    return earned.isLessThan(promised) ? earned : promised;
  }

  private async check(coupon: Coupon | null, userId: number, amount: Money): Promise<Money> {
    if (!coupon) throw couponRefused(UNKNOWN_COUPON);
    const state = getCouponState(coupon, await this.clock.now());
    if (state !== 'active') throw couponRefused(REFUSALS[state]);
    const minimum = coupon.minimumTopup;
    if (amount.isLessThan(minimum))
      throw couponRefused(`This code is for top-ups of ${formatNaira(minimum)} or more.`);
    const uses = await this.promotions.countUses(couponScope(coupon.id), userId);
    const granted = await this.countGranted(coupon.id, userId);
    if (Math.max(uses, granted) >= coupon.perCustomer)
      throw couponRefused('You have used this code already.');
    const bonus = calculateBonus(coupon, amount);
    if (!bonus.isPositive) throw couponRefused('This code adds nothing to so small a top-up.');
    return bonus;
  }

  /** Locks the row, so that top-ups that are started at the same time count one after the other. */
  private lockByCode(code: string): Promise<Coupon | null> {
    return this.uow
      .requireTransaction()
      .findOne(Coupon, { where: { code }, lock: { mode: 'pessimistic_write' } });
  }

  /** Top-ups of a customer that were paid with it. */
  private countGranted(couponId: number, userId: number): Promise<number> {
    return this.uow.manager.countBy(CouponRedemption, {
      couponId,
      userId,
      grantedAt: Not(IsNull()),
    });
  }

  /** Requires the lock of the coupon. Other top-ups of a customer that were started with it and not paid. */
  private async releaseOpen(couponId: number, userId: number): Promise<void> {
    const { affected } = await this.uow
      .requireTransaction()
      .update(
        CouponRedemption,
        { couponId, userId, grantedAt: IsNull(), releasedAt: IsNull() },
        { releasedAt: () => 'now()' },
      );
    if (affected) await this.changeUses(couponId, -affected);
  }

  /** Requires the lock of the coupon. */
  private async insertRedemption(
    coupon: Coupon,
    { userId, paymentId, bonus }: { userId: number; paymentId: number; bonus: Money },
  ): Promise<void> {
    await this.uow.requireTransaction().insert(CouponRedemption, {
      couponId: coupon.id,
      userId,
      paymentId,
      bonus,
    });
    await this.changeUses(coupon.id, 1);
  }

  /** The redemption of a payment, with its coupon locked first and then itself, until the unit of work ends. */
  private async lockWithCoupon(
    paymentId: number,
  ): Promise<{ coupon: Coupon; redemption: CouponRedemption } | null> {
    const manager = this.uow.requireTransaction();
    const found = await manager.findOneBy(CouponRedemption, { paymentId });
    if (!found) return null;
    const coupon = await manager.findOneOrFail(Coupon, {
      where: { id: found.couponId },
      lock: { mode: 'pessimistic_write' },
    });
    return { coupon, redemption: (await this.lockRedemption(paymentId))! };
  }

  /** Locks it until the unit of work ends. */
  private lockRedemption(paymentId: number): Promise<CouponRedemption | null> {
    return this.uow
      .requireTransaction()
      .findOne(CouponRedemption, { where: { paymentId }, lock: { mode: 'pessimistic_write' } });
  }

  /** Requires `lockWithCoupon`. A use that was released counts again. */
  private async markGranted(
    { id, couponId, releasedAt }: CouponRedemption,
    granted: Money,
  ): Promise<void> {
    await this.uow
      .requireTransaction()
      .update(CouponRedemption, { id }, { granted, grantedAt: () => 'now()', releasedAt: null });
    if (releasedAt) await this.changeUses(couponId, 1);
  }

  /** Requires `lockWithCoupon`. */
  private async markReleased({ id, couponId }: CouponRedemption): Promise<void> {
    await this.uow
      .requireTransaction()
      .update(CouponRedemption, { id }, { releasedAt: () => 'now()' });
    await this.changeUses(couponId, -1);
  }

  private async setTakenBack({ id }: CouponRedemption, takenBack: Money): Promise<void> {
    await this.uow.requireTransaction().update(CouponRedemption, { id }, { takenBack });
  }

  private async changeUses(id: number, by: number): Promise<void> {
    await this.uow.requireTransaction().increment(Coupon, { id }, 'uses', by);
  }
}

const getLeft = ({ granted, takenBack }: CouponRedemption): Money =>
  (granted ?? Money.zero).minus(takenBack);
