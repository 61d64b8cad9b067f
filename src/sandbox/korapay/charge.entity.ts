import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import { bigintColumn } from '../../common/money/money.column';
import type { ChargeStatus, NewCharge } from './charge.types';

/** A charge of the simulator; `SandboxSchema` creates the table. */
@Entity('charge', { schema: 'sandbox', synchronize: false })
export class SandboxCharge {
  @PrimaryColumn('text')
  id: string;

  /** Generated in the order of creation. */
  @Column({ type: 'bigint', insert: false, update: false })
  pointer: string;

  @Column('text')
  reference: string;

  @Column('text', { default: 'pending' })
  status: ChargeStatus;

  @Column('bigint', { transformer: bigintColumn })
  amountKobo: bigint;

  @Column('text')
  currency: string;

  @Column('boolean')
  merchantBearsCost: boolean;

  @Column('bigint', { nullable: true, transformer: bigintColumn })
  feeKobo: bigint | null;

  @Column('bigint', { nullable: true, transformer: bigintColumn })
  paidKobo: bigint | null;

  @Column('text', { nullable: true })
  method: string | null;

  @Column('jsonb')
  customer: NewCharge['customer'];

  @Column('jsonb')
  metadata: Record<string, unknown>;

  @Column('text')
  narration: string;

  @Column('text', { nullable: true })
  redirectUrl: string | null;

  @Column('text', { nullable: true })
  notificationUrl: string | null;

  @Column('text')
  secretKey: string;

  @Column('text', { nullable: true })
  accountReference: string | null;

  @Column('text', { array: true, default: '{}' })
  channels: string[];

  @Column('text', { nullable: true })
  defaultChannel: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @Column('timestamptz', { nullable: true })
  completedAt: Date | null;
}
