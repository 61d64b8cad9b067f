import { Injectable } from '@nestjs/common';
import { IsNull, Like } from 'typeorm';
import { AuditService } from '../../audit/audit.service';
import { toOffset, type Page, type Paged } from '../../common/http/pagination.dto';
import { formatNaira, Money } from '../../common/money/money';
import type { Actor } from '../../common/security/actor';
import { DatabaseClock } from '../../database/database-clock';
import { isUniqueViolation } from '../../database/pg-errors';
import { UnitOfWork } from '../../database/unit-of-work';
import {
  couponCodeTaken,
  couponEnded,
  couponEndsTooEarly,
  couponUnknown,
  couponUsesTooFew,
} from '../payments.errors';
import type { CouponOverview, CouponTerms } from '../payments.types';
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
  async list(page: Page, search = ''): Promise<Paged<CouponOverview>> {
    const now = await this.clock.now();
    const part = normalizeCode(search).replace(/[%_\\]/g, '\\$&');
    const [rows, total] = await this.uow.manager.findAndCount(Coupon, {
      where: part === '' ? {} : { code: Like(`%${part}%`) },
      order: { createdAt: 'DESC', id: 'DESC' },
      skip: toOffset(page),
      take: page.perPage,
    });
    return { rows: await this.toOverviews(rows, now), total, page };
  }

  async create(actor: Actor, terms: CouponTerms): Promise<CouponOverview> {
    if (terms.maxUses !== null && terms.maxUses < terms.perCustomer) throw couponUsesTooFew();
    return this.uow.run(async () => {
      const now = await this.clock.now();
      const startsAt = terms.startsAt ?? now;
      if (terms.endsAt && terms.endsAt <= startsAt) throw couponEndsTooEarly();
      const code = normalizeCode(terms.code);
      const id = await this.insert({ ...terms, code, startsAt, createdBy: actor.userId });
      const coupon = await this.uow.manager.findOneByOrFail(Coupon, { id });
      await this.audit.record(actor, {
        action: 'payment.coupon_created',
        target: `coupon:${id}`,
        details: `Coupon ${coupon.code}: ${describeTerms(coupon)}`,
      });
      return (await this.toOverviews([coupon], now))[0]!;
    });
  }

  /** Nobody can start a top-up with it any more; those that were started keep their bonus. */
  async end(actor: Actor, id: number, reason: string): Promise<CouponOverview> {
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
      return (await this.toOverviews([{ ...found, endedAt: now }], now))[0]!;
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

  private async toOverviews(coupons: Coupon[], now: Date): Promise<CouponOverview[]> {
    const sums = await this.uow.manager.query<{ id: number; kobo: string }[]>(
      `SELECT coupon_id AS id, sum(granted_kobo - taken_back_kobo) AS kobo FROM coupon_redemption
       WHERE coupon_id = ANY($1) AND granted_at IS NOT NULL GROUP BY coupon_id`,
      [coupons.map(({ id }) => id)],
    );
    const granted = new Map(sums.map(({ id, kobo }) => [id, Money.kobo(BigInt(kobo))]));
    return coupons.map((coupon) => ({
      ...coupon,
      granted: granted.get(coupon.id) ?? Money.zero,
      state: getCouponState(coupon, now),
    }));
  }
}

function describeTerms({ percent, bonus, maxBonus, minimumTopup, maxUses, perCustomer }: Coupon) {
  const most = maxBonus ? `, at most ${formatNaira(maxBonus)}` : '';
  const added = percent === null ? formatNaira(bonus ?? Money.zero) : `${percent} %${most}`;
  const uses = maxUses === null ? 'any number of times' : `${maxUses} times`;
  return `${added} on top-ups from ${formatNaira(minimumTopup)}, ${uses}, ${perCustomer} per customer`;
}
