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
import type { Money } from '../../common/money/money';
import { moneyColumn } from '../../common/money/money.column';

export const COMPENSATION_GIFTS = ['credit', 'traffic'] as const;
export type CompensationGift = (typeof COMPENSATION_GIFTS)[number];

/** What many customers get for an outage. Who they are is fixed when it is proposed, so that the list is what is approved. */
@Entity('compensation')
@Unique('compensation_reference_key', ['reference'])
@Check(
  'compensation_gift_check',
  `CASE give WHEN 'credit' THEN amount_kobo > 0 AND megabytes IS NULL
   WHEN 'traffic' THEN megabytes > 0 AND amount_kobo IS NULL ELSE false END`,
)
export class Compensation {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @Column('text')
  give: CompensationGift;

  /** Credit for each customer. */
  @Column('bigint', { name: 'amount_kobo', transformer: moneyColumn, nullable: true })
  amount: Money | null;

  /** Traffic for each proxy. */
  @Column('integer', { nullable: true })
  megabytes: number | null;

  /** Who was chosen, in words. */
  @Column('text')
  scope: string;

  /** Customers read it. */
  @Column('text')
  reason: string;

  /** Unique per call. */
  @Column('text')
  reference: string;

  /** Credit, or what the traffic is worth at the prices that were paid. */
  @Column('bigint', { name: 'total_kobo', transformer: moneyColumn })
  total: Money;

  @ForeignKey('User')
  @Column('integer')
  proposedBy: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @Column('timestamptz', { nullable: true })
  approvedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  finishedAt: Date | null;
}

/** The primary key and the ledger's idempotency key, which is made of it, let each customer be compensated once. */
@Entity('compensation_customer')
export class CompensationCustomer {
  @PrimaryColumn('integer')
  @ForeignKey('Compensation')
  compensationId: number;

  @PrimaryColumn('integer')
  @ForeignKey('User')
  userId: number;

  @Column('timestamptz', { nullable: true })
  doneAt: Date | null;

  /** Why nothing was given. */
  @Column('text', { nullable: true })
  refusal: string | null;
}

@Entity('compensation_proxy')
export class CompensationProxy {
  @PrimaryColumn('integer')
  @ForeignKey('Compensation')
  compensationId: number;

  @Index()
  @PrimaryColumn('integer')
  @ForeignKey('Proxy')
  proxyId: number;

  @ForeignKey('User')
  @Column('integer')
  userId: number;

  /** When it got its traffic. */
  @Column('timestamptz', { nullable: true })
  givenAt: Date | null;
}
