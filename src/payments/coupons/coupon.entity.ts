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

  /** Fixed bonus in kobo. */
  @Column('bigint', { nullable: true, transformer: bigintColumn })
  bonusKobo: bigint | null;

  /** Most that a percentage adds to one top-up, in kobo. */
  @Column('bigint', { nullable: true, transformer: bigintColumn })
  maxBonusKobo: bigint | null;

  /** Smallest top-up that it is for, in kobo. */
  @Column('bigint', { default: 0, transformer: bigintColumn })
  minimumTopupKobo: bigint;

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
