import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryGeneratedColumn,
} from 'typeorm';
import type { DecisionOutcome, DecisionStatus } from './order-decision.types';

/** A decision about an order without an answer of the provider: proposed by one admin, approved by another. */
@Entity('order_decision')
@Index('order_decision_order_id_idx', ['orderId'], {
  unique: true,
  where: `status <> 'rejected'`,
})
@Check('order_decision_outcome_check', `outcome IN ('delivered', 'refunded')`)
@Check('order_decision_status_check', `status IN ('proposed', 'approved', 'rejected')`)
@Check('order_decision_decided_check', `(status = 'proposed') = (decided_at IS NULL)`)
@Check(
  'order_decision_approved_check',
  `status <> 'approved' OR (decided_by IS NOT NULL AND decided_by <> proposed_by)`,
)
export class OrderDecision {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @ForeignKey('ProxyOrder')
  @Column('integer')
  orderId: number;

  @Column('text')
  outcome: DecisionOutcome;

  /** For staff; customers do not see it. */
  @Column('text')
  reason: string;

  @Column('text', { default: 'proposed' })
  status: DecisionStatus;

  @ForeignKey('User')
  @Column('integer')
  proposedBy: number;

  /** Null while it is open, and when the answer of the provider decided. */
  @ForeignKey('User')
  @Column('integer', { nullable: true })
  decidedBy: number | null;

  @Column('timestamptz', { nullable: true })
  decidedAt: Date | null;

  /** Reason of a rejection. */
  @Column('text', { nullable: true })
  decisionReason: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
