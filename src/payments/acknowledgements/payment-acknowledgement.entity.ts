import type { DifferenceKind } from '../payments.types';
import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryGeneratedColumn,
} from 'typeorm';

/** What a member of staff has seen and needs no alert about any more. Rows are never updated. */
@Entity('payment_acknowledgement')
@Index(['paymentId'])
@Index(['differenceKind', 'reference'], { unique: true, where: `kind = 'difference'` })
@Check('payment_acknowledgement_kind_check', `kind IN ('dispute', 'refund_failed', 'difference')`)
@Check(
  'payment_acknowledgement_subject_check',
  `CASE kind
     WHEN 'difference' THEN difference_kind IS NOT NULL AND reference IS NOT NULL
     ELSE payment_id IS NOT NULL AND last_seen_id IS NOT NULL END`,
)
export class PaymentAcknowledgement {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @Column('text')
  kind: 'dispute' | 'refund_failed' | 'difference';

  /** Null for a difference. */
  @ForeignKey('Payment')
  @Column('integer', { nullable: true })
  paymentId: number | null;

  /** The latest announcement (audit row) or failed refund by then; a later one is told again. */
  @Column('bigint', { nullable: true })
  lastSeenId: string | null;

  @Column('text', { nullable: true })
  differenceKind: DifferenceKind | null;

  @Column('text', { nullable: true })
  reference: string | null;

  @Column('text')
  note: string;

  @ForeignKey('User')
  @Column('integer')
  acknowledgedBy: number;

  @CreateDateColumn({ type: 'timestamptz' })
  acknowledgedAt: Date;
}
