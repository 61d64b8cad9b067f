import type { Money } from '../../common/money/money';
import { Column, CreateDateColumn, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { moneyColumn } from '../../common/money/money.column';
import type { Behaviour, FaultRoute } from './fault-injection';

export type ChargeStatus = 'pending' | 'processing' | 'success' | 'failed';

export const CHECKOUT_OUTCOMES = ['success', 'failed', 'abandoned'] as const;
export type CheckoutOutcome = (typeof CHECKOUT_OUTCOMES)[number];

export const isCheckoutOutcome = (value: unknown): value is CheckoutOutcome =>
  CHECKOUT_OUTCOMES.includes(value as CheckoutOutcome);

/** A charge of the simulator; `SandboxSchema` creates the table. */
@Entity('charge', { schema: 'sandbox', synchronize: false })
export class SandboxCharge {
  /** Part of the checkout's address, e.g. `KPY-PI-8f0c…`. */
  @PrimaryColumn('text')
  id: string;

  /** Generated in the order of creation. */
  @Column({ type: 'bigint', insert: false, update: false })
  pointer: string;

  @Column('text')
  reference: string;

  @Column('text', { default: 'pending' })
  status: ChargeStatus;

  @Column('bigint', { name: 'amount_kobo', transformer: moneyColumn })
  amount: Money;

  @Column('text')
  currency: string;

  @Column('boolean')
  merchantBearsCost: boolean;

  @Column('bigint', { name: 'fee_kobo', nullable: true, transformer: moneyColumn })
  fee: Money | null;

  @Column('bigint', { name: 'paid_kobo', nullable: true, transformer: moneyColumn })
  paid: Money | null;

  @Column('text', { nullable: true })
  method: string | null;

  @Column('jsonb')
  customer: { email: string; name?: string };

  @Column('jsonb')
  metadata: Record<string, unknown>;

  @Column('text')
  narration: string;

  @Column('text', { nullable: true })
  redirectUrl: string | null;

  @Column('text', { nullable: true })
  notificationUrl: string | null;

  /** The key of the call; notifications about the charge are signed with it. */
  @Column('text')
  secretKey: string;

  /** Of the virtual account that a transfer went to. */
  @Column('text', { nullable: true })
  accountReference: string | null;

  /** Ways to pay that the merchant offers; none is all of them. */
  @Column('text', { array: true, default: '{}' })
  channels: string[];

  /** The one that is chosen first. */
  @Column('text', { nullable: true })
  defaultChannel: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @Column('timestamptz', { nullable: true })
  completedAt: Date | null;
}

export type NewCharge = Pick<
  SandboxCharge,
  'reference' | 'amount' | 'customer' | 'merchantBearsCost' | 'narration' | 'secretKey'
> &
  Partial<SandboxCharge>;

/** A configured fault of the simulator; `SandboxSchema` creates the table. */
@Entity('fault', { schema: 'sandbox', synchronize: false })
export class SandboxFault {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: string;

  @Column('text')
  route: FaultRoute;

  /** One charge; every charge when null. */
  @Column('text', { nullable: true })
  reference: string | null;

  /** How many more calls it hits; all of them when null. */
  @Column('integer', { nullable: true })
  remaining: number | null;

  @Column('jsonb')
  behaviour: Behaviour;
}

/** A refund of the simulator; `SandboxSchema` creates the table. */
@Entity('refund', { schema: 'sandbox', synchronize: false })
export class SandboxRefund {
  @PrimaryColumn('text')
  reference: string;

  @Column('text')
  chargeReference: string;

  @Column('bigint', { name: 'amount_kobo', transformer: moneyColumn })
  amount: Money;

  @Column('text')
  reason: string;

  @Column('text', { default: 'success' })
  status: string;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}

/** A webhook delivery of the simulator; `SandboxSchema` creates the table. */
@Entity('webhook', { schema: 'sandbox', synchronize: false })
export class SandboxWebhook {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: string;

  @Column('text')
  reference: string;

  @Column('text')
  url: string;

  @Column('text')
  body: string;

  @Column('text')
  signature: string;

  @Column('integer', { default: 0 })
  attempts: number;

  /** Time of the next attempt; null after the last. */
  @Column('timestamptz', { nullable: true })
  dueAt: Date | null;

  @Column('timestamptz', { nullable: true })
  deliveredAt: Date | null;

  @Column('text', { nullable: true })
  lastAnswer: string | null;
}
