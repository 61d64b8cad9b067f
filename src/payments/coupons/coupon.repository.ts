import { Injectable } from '@nestjs/common';
import { IsNull, Like, Not } from 'typeorm';
import { type Page, toOffset } from '../../common/http/pagination.dto';
import type { Money } from '../../common/money/money';
import { UnitOfWork } from '../../database/unit-of-work';
import { isUniqueViolation } from '../../database/pg-errors';
import { CouponRedemption } from './coupon-redemption.entity';
import { Coupon } from './coupon.entity';

export type NewCoupon = Pick<
  Coupon,
  | 'code'
  | 'percent'
  | 'bonusKobo'
  | 'maxBonusKobo'
  | 'minimumTopupKobo'
  | 'startsAt'
  | 'endsAt'
  | 'maxUses'
  | 'perCustomer'
  | 'createdBy'
>;

/** SQL where a row counts itself. */
@Injectable()
export class CouponRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** @returns its id, or null when the code exists. */
  async insert(coupon: NewCoupon): Promise<number | null> {
    try {
      const { identifiers } = await this.uow.requireTransaction().insert(Coupon, coupon);
      return identifiers[0]!.id as number;
    } catch (error) {
      if (isUniqueViolation(error, 'coupon_code_key')) return null;
      throw error;
    }
  }

  findByCode(code: string): Promise<Coupon | null> {
    return this.uow.manager.findOneBy(Coupon, { code });
  }

  findById(id: number): Promise<Coupon | null> {
    return this.uow.manager.findOneBy(Coupon, { id });
  }

  /** Locks the row, so that top-ups that are started at the same time count one after the other. */
  lockByCode(code: string): Promise<Coupon | null> {
    return this.uow
      .requireTransaction()
      .findOne(Coupon, { where: { code }, lock: { mode: 'pessimistic_write' } });
  }

  /** @returns false when it had ended already. */
  async end(id: number): Promise<boolean> {
    const { affected } = await this.uow
      .requireTransaction()
      .update(Coupon, { id, endedAt: IsNull() }, { endedAt: () => 'now()' });
    return affected === 1;
  }

  /** Newest first. @param part of the code, upper case */
  async list(page: Page, part: string): Promise<{ rows: Coupon[]; total: number }> {
    const [rows, total] = await this.uow.manager.findAndCount(Coupon, {
      where: part === '' ? {} : { code: Like(`%${part.replace(/[%_\\]/g, '\\$&')}%`) },
      order: { createdAt: 'DESC', id: 'DESC' },
      skip: toOffset(page),
      take: page.perPage,
    });
    return { rows, total };
  }

  /** Kobo credited with each coupon, less what was taken back. */
  async sumGranted(couponIds: readonly number[]): Promise<Map<number, bigint>> {
    const rows = await this.uow.manager.query<{ id: number; kobo: string }[]>(
      `SELECT coupon_id AS id, sum(granted_kobo - taken_back_kobo) AS kobo FROM coupon_redemption
       WHERE coupon_id = ANY($1) AND granted_at IS NOT NULL GROUP BY coupon_id`,
      [couponIds],
    );
    return new Map(rows.map(({ id, kobo }) => [id, BigInt(kobo)]));
  }

  /** Top-ups of a customer that were paid with it. */
  countGranted(couponId: number, userId: number): Promise<number> {
    return this.uow.manager.countBy(CouponRedemption, {
      couponId,
      userId,
      grantedAt: Not(IsNull()),
    });
  }

  /** Requires the lock of the coupon. Other top-ups of a customer that were started with it and not paid. */
  async releaseOpen(couponId: number, userId: number): Promise<void> {
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
  async insertRedemption(
    coupon: Coupon,
    { userId, paymentId, bonus }: { userId: number; paymentId: number; bonus: Money },
  ): Promise<void> {
    await this.uow.requireTransaction().insert(CouponRedemption, {
      couponId: coupon.id,
      userId,
      paymentId,
      bonusKobo: bonus.kobo,
    });
    await this.changeUses(coupon.id, 1);
  }

  /** The redemption of a payment, with its coupon locked first and then itself, until the unit of work ends. */
  async lockWithCoupon(
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
  lockRedemption(paymentId: number): Promise<CouponRedemption | null> {
    return this.uow
      .requireTransaction()
      .findOne(CouponRedemption, { where: { paymentId }, lock: { mode: 'pessimistic_write' } });
  }

  /** Requires `lockWithCoupon`. A use that was released counts again. */
  async grant({ id, couponId, releasedAt }: CouponRedemption, granted: Money): Promise<void> {
    await this.uow
      .requireTransaction()
      .update(
        CouponRedemption,
        { id },
        { grantedKobo: granted.kobo, grantedAt: () => 'now()', releasedAt: null },
      );
    if (releasedAt) await this.changeUses(couponId, 1);
  }

  /** Requires `lockWithCoupon`. */
  async release({ id, couponId }: CouponRedemption): Promise<void> {
    await this.uow
      .requireTransaction()
      .update(CouponRedemption, { id }, { releasedAt: () => 'now()' });
    await this.changeUses(couponId, -1);
  }

  async setTakenBack({ id }: CouponRedemption, takenBack: Money): Promise<void> {
    await this.uow
      .requireTransaction()
      .update(CouponRedemption, { id }, { takenBackKobo: takenBack.kobo });
  }

  private async changeUses(id: number, by: number): Promise<void> {
    await this.uow.requireTransaction().increment(Coupon, { id }, 'uses', by);
  }
}
