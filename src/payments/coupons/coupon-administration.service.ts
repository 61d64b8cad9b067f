import { Injectable } from '@nestjs/common';
import { IsNull, Like } from 'typeorm';
import { withMessage } from '../../common/http/api.decorators';
import { AuditService } from '../../audit/audit.service';
import { toOffset, toPagination, type Page } from '../../common/http/pagination.dto';
import { formatNaira, Money } from '../../common/money/money';
import type { Actor } from '../../common/security/actor';
import { DatabaseClock } from '../../database/database-clock';
import { isUniqueViolation } from '../../database/pg-errors';
import { UnitOfWork } from '../../database/unit-of-work';
import {
  couponCodeTaken,
  couponEnded,
  couponEndsTooEarly,
  couponNeedsOneBonus,
  couponUnknown,
  couponUsesTooFew,
} from '../payments.errors';
import type { CouponListData, CouponResponse, CreateCouponDto } from './coupon.admin.dto';
import { Coupon, getCouponState, normalizeCode } from './coupon.entity';

/** Coupons by staff. The terms of one never change: what was promised by a code stays. */
@Injectable()
export class CouponAdministrationService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: DatabaseClock,
    private readonly audit: AuditService,
  ) {}

  /** Newest first. @param search part of the code, in any case */
  async list(page: Page, search = ''): Promise<CouponListData> {
    const now = await this.clock.now();
    const part = normalizeCode(search).replace(/[%_\\]/g, '\\$&');
    const [rows, total] = await this.uow.manager.findAndCount(Coupon, {
      where: part === '' ? {} : { code: Like(`%${part}%`) },
      order: { createdAt: 'DESC', id: 'DESC' },
      skip: toOffset(page),
      take: page.perPage,
    });
    const pagination = toPagination({ rows, total, page });
    return { coupons: await this.toResponses(rows, now), pagination };
  }

  async create(actor: Actor, body: CreateCouponDto): Promise<CouponResponse> {
    const { max_uses: maxUses = null, per_customer: perCustomer = 1, percent = null } = body;
    if ((percent === null) === (body.bonus === undefined)) throw couponNeedsOneBonus();
    if (maxUses !== null && maxUses < perCustomer) throw couponUsesTooFew();
    return this.uow.run(async () => {
      const now = await this.clock.now();
      const { starts_at: startsAt = now, ends_at: endsAt = null } = body;
      if (endsAt && endsAt <= startsAt) throw couponEndsTooEarly();
      const id = await this.insert({
        ...{ code: normalizeCode(body.code), percent, startsAt, endsAt, maxUses, perCustomer },
        bonus: toMoney(body.bonus),
        maxBonus: percent === null ? null : toMoney(body.max_bonus),
        minimumTopup: Money.naira(body.minimum_topup ?? 0),
        createdBy: actor.userId,
      });
      const coupon = await this.uow.manager.findOneByOrFail(Coupon, { id });
      await this.audit.record(actor, {
        action: 'payment.coupon_created',
        target: `coupon:${id}`,
        details: `Coupon ${coupon.code}: ${describeTerms(coupon)}`,
      });
      const [created] = await this.toResponses([coupon], now);
      return withMessage(created!, `The coupon ${coupon.code} is ready.`);
    });
  }

  /** Nobody can start a top-up with it any more; those that were started keep their bonus. */
  async end(actor: Actor, id: number, reason: string): Promise<CouponResponse> {
    return this.uow.run(async () => {
      const found = await this.uow.manager.findOneBy(Coupon, { id });
      if (!found) throw couponUnknown();
      const now = await this.clock.now();
      if (getCouponState(found, now) === 'ended') throw couponEnded();
      const { affected } = await this.uow
        .requireTransaction()
        .update(Coupon, { id, endedAt: IsNull() }, { endedAt: () => 'now()' });
      if (!affected) throw couponEnded();
      await this.audit.record(actor, {
        action: 'payment.coupon_ended',
        target: `coupon:${id}`,
        details: `Coupon ${found.code} was ended. ${reason}`,
      });
      const [ended] = await this.toResponses([{ ...found, endedAt: now }], now);
      return withMessage(ended!, 'The coupon was ended.');
    });
  }

  private async insert(coupon: Omit<Coupon, 'id' | 'uses' | 'createdAt' | 'endedAt'>) {
    try {
      const { identifiers } = await this.uow.requireTransaction().insert(Coupon, coupon);
      return identifiers[0]!.id as number;
    } catch (error) {
      if (isUniqueViolation(error, 'coupon_code_key')) throw couponCodeTaken();
      throw error;
    }
  }

  private async toResponses(coupons: Coupon[], now: Date): Promise<CouponResponse[]> {
    const sums = await this.uow.manager.query<{ id: number; kobo: string }[]>(
      `SELECT coupon_id AS id, sum(granted_kobo - taken_back_kobo) AS kobo FROM coupon_redemption
       WHERE coupon_id = ANY($1) AND granted_at IS NOT NULL GROUP BY coupon_id`,
      [coupons.map(({ id }) => id)],
    );
    const granted = new Map(sums.map(({ id, kobo }) => [id, Money.kobo(BigInt(kobo))]));
    return coupons.map((coupon) => ({
      ...{ id: coupon.id, code: coupon.code, percent: coupon.percent, uses: coupon.uses },
      bonus: coupon.bonus?.toNaira() ?? null,
      max_bonus: coupon.maxBonus?.toNaira() ?? null,
      minimum_topup: coupon.minimumTopup.toNaira(),
      starts_at: coupon.startsAt,
      ends_at: coupon.endsAt,
      max_uses: coupon.maxUses,
      per_customer: coupon.perCustomer,
      granted: (granted.get(coupon.id) ?? Money.zero).toNairaFloor(),
      state: getCouponState(coupon, now),
      created_at: coupon.createdAt,
    }));
  }
}

const toMoney = (naira: number | undefined): Money | null =>
  naira === undefined ? null : Money.naira(naira);

function describeTerms({ percent, bonus, maxBonus, minimumTopup, maxUses, perCustomer }: Coupon) {
  const most = maxBonus ? `, at most ${formatNaira(maxBonus)}` : '';
  const added = percent === null ? formatNaira(bonus ?? Money.zero) : `${percent} %${most}`;
  const uses = maxUses === null ? 'any number of times' : `${maxUses} times`;
  return `${added} on top-ups from ${formatNaira(minimumTopup)}, ${uses}, ${perCustomer} per customer`;
}
