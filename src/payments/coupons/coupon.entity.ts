import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryGeneratedColumn,
  Unique,
} from 'typeorm';
import { moneyColumn } from '../../common/money/money.column';
import { Money } from '../../common/money/money';

export const COUPON_STATES = ['scheduled', 'active', 'used_up', 'ended'] as const;
export type CouponState = (typeof COUPON_STATES)[number];

/** A code that adds to a top-up, at the expense of the shop. Its terms never change; a code can be ended. */
@Entity('coupon')
@Unique(['code'])
@Index(['createdAt', 'id'])
@Check('coupon_code_check', `code ~ '^[A-Z0-9-]{4,32}$'`)
@Check(
  'coupon_bonus_check',
  `(percent IS NULL) <> (bonus_kobo IS NULL) AND percent BETWEEN 1 AND 100 AND bonus_kobo > 0
   AND (max_bonus_kobo IS NULL OR (max_bonus_kobo > 0 AND percent IS NOT NULL))`,
)
@Check('coupon_minimum_check', 'minimum_topup_kobo >= 0')
@Check('coupon_uses_check', 'uses >= 0 AND max_uses > 0 AND per_customer > 0')
export class Coupon {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  /** Upper case. */
  @Column('text')
  code: string;

  /** Percent of the top-up. */
  @Column('integer', { nullable: true })
  percent: number | null;

  /** Fixed bonus. */
  @Column('bigint', { name: 'bonus_kobo', nullable: true, transformer: moneyColumn })
  bonus: Money | null;

  /** Most that a percentage adds to one top-up. */
  @Column('bigint', { name: 'max_bonus_kobo', nullable: true, transformer: moneyColumn })
  maxBonus: Money | null;

  /** Smallest top-up that it is for. */
  @Column('bigint', { name: 'minimum_topup_kobo', default: 0, transformer: moneyColumn })
  minimumTopup: Money;

  @Column('timestamptz')
  startsAt: Date;

  @Column('timestamptz', { nullable: true })
  endsAt: Date | null;

  /** For all customers together; null is no limit. */
  @Column('integer', { nullable: true })
  maxUses: number | null;

  @Column('integer', { default: 1 })
  perCustomer: number;

  /** Top-ups that were started or paid with it. */
  @Column('integer', { default: 0 })
  uses: number;

  @ForeignKey('User')
  @Column('integer')
  createdBy: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  /** When staff ended it before its end. */
  @Column('timestamptz', { nullable: true })
  endedAt: Date | null;
}

/**
 * A coupon on one top-up: promised when it is started, granted when it is paid, released when it is not or when another is
 * started with the code. One that is paid after its release is granted while the coupon has uses left.
 */
@Entity('coupon_redemption')
@Unique(['paymentId'])
@Index(['couponId', 'userId'])
@Check('coupon_redemption_bonus_check', 'bonus_kobo > 0')
@Check(
  'coupon_redemption_granted_check',
  `(granted_kobo IS NULL) = (granted_at IS NULL) AND granted_kobo BETWEEN 1 AND bonus_kobo
   AND taken_back_kobo BETWEEN 0 AND coalesce(granted_kobo, 0)`,
)
export class CouponRedemption {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @ForeignKey('Coupon')
  @Column('integer')
  couponId: number;

  @ForeignKey('User')
  @Column('integer')
  userId: number;

  @ForeignKey('Payment')
  @Column('integer')
  paymentId: number;

  /** What was promised. */
  @Column('bigint', { name: 'bonus_kobo', transformer: moneyColumn })
  bonus: Money;

  /** What was credited. */
  @Column('bigint', { name: 'granted_kobo', nullable: true, transformer: moneyColumn })
  granted: Money | null;

  @Column('timestamptz', { nullable: true })
  grantedAt: Date | null;

  /** When the top-up failed or expired; its use counts no more. */
  @Column('timestamptz', { nullable: true })
  releasedAt: Date | null;

  /** What a reversal of the top-up took back of it. */
  @Column('bigint', { name: 'taken_back_kobo', default: 0, transformer: moneyColumn })
  takenBack: Money;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}

/** As it is stored: customers type it in any case, with spaces around. */
export const normalizeCode = (code: string): string => code.trim().toUpperCase();

/** What a coupon adds to a top-up: whole naira, a percentage rounded down. */
export function calculateBonus(
  { percent, bonus, maxBonus }: Pick<Coupon, 'percent' | 'bonus' | 'maxBonus'>,
  amount: Money,
): Money {
  if (percent === null) return bonus ?? Money.zero;
  const share = (amount.kobo * BigInt(percent)) / 100n;
  const capped = maxBonus && maxBonus.kobo < share ? maxBonus.kobo : share;
  return Money.kobo(capped - (capped % 100n));
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
