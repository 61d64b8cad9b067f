import { Money } from '../../common/money/money';
import type { CouponState } from '../payments.types';
import type { Coupon } from './coupon.entity';

/** As it is stored: customers type it in any case, with spaces around. */
export const normalizeCode = (code: string): string => code.trim().toUpperCase();

type Terms = Pick<Coupon, 'percent' | 'bonusKobo' | 'maxBonusKobo'>;

const NAIRA = 100n;

/** What a coupon adds to a top-up: whole naira, a percentage rounded down. */
export function calculateBonus({ percent, bonusKobo, maxBonusKobo }: Terms, amount: Money): Money {
  if (percent === null) return Money.kobo(bonusKobo ?? 0n);
  const share = (amount.kobo * BigInt(percent)) / 100n;
  const capped = maxBonusKobo !== null && maxBonusKobo < share ? maxBonusKobo : share;
  return Money.kobo((capped / NAIRA) * NAIRA);
}

/** Whether it can be used now, apart from the customer and the amount. */
export function getCouponState(
  coupon: Pick<Coupon, 'startsAt' | 'endsAt' | 'endedAt' | 'maxUses' | 'uses'>,
  now: Date,
): CouponState {
  if (coupon.endedAt || (coupon.endsAt && coupon.endsAt <= now)) return 'ended';
  if (coupon.maxUses !== null && coupon.uses >= coupon.maxUses) return 'used_up';
  return coupon.startsAt > now ? 'scheduled' : 'active';
}
