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
import { bigintColumn } from '../../common/money/money.column';

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

  /** What was promised, in kobo. */
  @Column('bigint', { transformer: bigintColumn })
  bonusKobo: bigint;

  /** What was credited, in kobo. */
  @Column('bigint', { nullable: true, transformer: bigintColumn })
  grantedKobo: bigint | null;

  @Column('timestamptz', { nullable: true })
  grantedAt: Date | null;

  /** When the top-up failed or expired; its use counts no more. */
  @Column('timestamptz', { nullable: true })
  releasedAt: Date | null;

  /** What a reversal of the top-up took back of it, in kobo. */
  @Column('bigint', { default: 0, transformer: bigintColumn })
  takenBackKobo: bigint;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
