import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  Unique,
} from 'typeorm';
import type { Money } from '../common/money/money';
import { moneyColumn } from '../common/money/money.column';

/** The code in a customer's invitation link, made when they first ask for it. It never changes. */
@Entity('referral_code')
@Unique(['code'])
export class ReferralCode {
  @PrimaryColumn('integer')
  @ForeignKey('User')
  userId: number;

  @Column('text')
  code: string;
}

/** A customer who signed up through another one's link. */
@Entity('referral')
@Index(['referrerId', 'createdAt', 'userId'])
export class Referral {
  /** Who signed up. */
  @PrimaryColumn('integer')
  @ForeignKey('User')
  userId: number;

  /** Whose link it was. */
  @Column('integer')
  @ForeignKey('User')
  referrerId: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}

/**
 * `due`, `take_back_due`, `put_back_due`: a worker books it next. `cancelled`: the top-up was reversed before, or the
 * account of the referrer is not active. Persisted values: never rename one.
 */
export type RewardStatus =
  | 'due'
  | 'cancelled'
  | 'granted'
  | 'take_back_due'
  | 'taken_back'
  | 'put_back_due';

/**
 * What a customer gets for one whom they invited, due with that one's first sufficient top-up. Its terms are those of that
 * moment. A worker books it, since two wallets are never locked in one unit of work.
 */
@Entity('referral_reward')
@Unique(['userId'])
@Unique(['paymentId'])
@Index(['referrerId'])
@Index('referral_reward_due_idx', ['id'], {
  where: `status IN ('due', 'take_back_due', 'put_back_due')`,
})
@Check('referral_reward_reward_kobo_check', 'reward_kobo > 0')
@Check('referral_reward_taken_back_kobo_check', 'taken_back_kobo BETWEEN 0 AND reward_kobo')
@Check(
  'referral_reward_status_check',
  `status IN ('due', 'cancelled', 'granted', 'take_back_due', 'taken_back', 'put_back_due')`,
)
export class ReferralReward {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  /** Who was invited and topped up. */
  @Column('integer')
  @ForeignKey('User')
  userId: number;

  /** Who is rewarded. */
  @Column('integer')
  @ForeignKey('User')
  referrerId: number;

  @Column('integer')
  @ForeignKey('Payment')
  paymentId: number;

  @Column('bigint', { name: 'reward_kobo', transformer: moneyColumn })
  reward: Money;

  /** What a reversal of the top-up took back of it. */
  @Column('bigint', { name: 'taken_back_kobo', default: 0, transformer: moneyColumn })
  takenBack: Money;

  @Column('text', { default: 'due' })
  status: RewardStatus;

  /** Bookings so far; part of the idempotency key of the next one. */
  @Column('integer', { default: 0 })
  bookings: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
