import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import type { Page, Paged } from '../../common/http/pagination.dto';
import { formatNaira, Money } from '../../common/money/money';
import type { Actor } from '../../common/security/actor';
import { DatabaseClock } from '../../database/database-clock';
import { UnitOfWork } from '../../database/unit-of-work';
import {
  couponCodeTaken,
  couponEnded,
  couponEndsTooEarly,
  couponUnknown,
  couponUsesTooFew,
} from '../payments.errors';
import type { CouponOverview, CouponTerms } from '../payments.types';
import { getCouponState, normalizeCode } from './coupon-terms';
import type { Coupon } from './coupon.entity';
import { CouponRepository } from './coupon.repository';

/** Coupons by staff. The terms of one never change: what was promised by a code stays. */
@Injectable()
export class CouponAdministrationService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: DatabaseClock,
    private readonly coupons: CouponRepository,
    private readonly audit: AuditService,
  ) {}

  /** Newest first. @param search part of the code, in any case */
  async list(page: Page, search = ''): Promise<Paged<CouponOverview>> {
    const now = await this.clock.now();
    const { rows, total } = await this.coupons.list(page, normalizeCode(search));
    const granted = await this.coupons.sumGranted(rows.map(({ id }) => id));
    return {
      rows: rows.map((coupon) => toOverview(coupon, granted.get(coupon.id) ?? 0n, now)),
      total,
      page,
    };
  }

  /** @throws DomainError invalid with errors.code when the code exists, errors.max_uses or errors.ends_at. */
  async create(actor: Actor, terms: CouponTerms): Promise<CouponOverview> {
    if (terms.maxUses !== null && terms.maxUses < terms.perCustomer) throw couponUsesTooFew();
    return this.uow.run(async () => {
      const now = await this.clock.now();
      if (terms.endsAt && terms.endsAt <= (terms.startsAt ?? now)) throw couponEndsTooEarly();
      const { bonus, maxBonus, minimumTopup, startsAt, ...plain } = terms;
      const id = await this.coupons.insert({
        ...plain,
        code: normalizeCode(terms.code),
        bonusKobo: bonus?.kobo ?? null,
        maxBonusKobo: maxBonus?.kobo ?? null,
        minimumTopupKobo: minimumTopup.kobo,
        startsAt: startsAt ?? now,
        createdBy: actor.userId,
      });
      if (id === null) throw couponCodeTaken();
      const coupon = (await this.coupons.findById(id))!;
      await this.audit.record(actor, {
        action: 'payment.coupon_created',
        target: `coupon:${id}`,
        details: `Coupon ${coupon.code}: ${describeTerms(coupon)}`,
      });
      return toOverview(coupon, 0n, now);
    });
  }

  /** Nobody can start a top-up with it any more; those that were started keep their bonus. @throws DomainError not_found, conflict COUPON_ENDED. */
  async end(actor: Actor, id: number, reason: string): Promise<CouponOverview> {
    return this.uow.run(async () => {
      const found = await this.coupons.findById(id);
      if (!found) throw couponUnknown();
      const now = await this.clock.now();
      if (getCouponState(found, now) === 'ended' || !(await this.coupons.end(id)))
        throw couponEnded();
      await this.audit.record(actor, {
        action: 'payment.coupon_ended',
        target: `coupon:${id}`,
        details: `Coupon ${found.code} was ended. ${reason}`,
      });
      const granted = await this.coupons.sumGranted([id]);
      return toOverview({ ...found, endedAt: now }, granted.get(id) ?? 0n, now);
    });
  }
}

const toOverview = (coupon: Coupon, granted: bigint, now: Date): CouponOverview => ({
  id: coupon.id,
  code: coupon.code,
  percent: coupon.percent,
  bonus: toMoney(coupon.bonusKobo),
  maxBonus: toMoney(coupon.maxBonusKobo),
  minimumTopup: Money.kobo(coupon.minimumTopupKobo),
  startsAt: coupon.startsAt,
  endsAt: coupon.endsAt,
  maxUses: coupon.maxUses,
  perCustomer: coupon.perCustomer,
  uses: coupon.uses,
  granted: Money.kobo(granted),
  state: getCouponState(coupon, now),
  createdAt: coupon.createdAt,
});

const toMoney = (kobo: bigint | null): Money | null => (kobo === null ? null : Money.kobo(kobo));

function describeTerms(coupon: Coupon): string {
  const most = coupon.maxBonusKobo === null ? '' : `, at most ${naira(coupon.maxBonusKobo)}`;
  const bonus =
    coupon.percent === null ? naira(coupon.bonusKobo ?? 0n) : `${coupon.percent} %${most}`;
  const uses = coupon.maxUses === null ? 'any number of times' : `${coupon.maxUses} times`;
  return `${bonus} on top-ups from ${naira(coupon.minimumTopupKobo)}, ${uses}, ${coupon.perCustomer} per customer`;
}

const naira = (kobo: bigint): string => formatNaira(Money.kobo(kobo));
