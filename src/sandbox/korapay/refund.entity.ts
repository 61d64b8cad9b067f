import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import { bigintColumn } from '../../common/money/money.column';

/** A refund of the simulator; `SandboxSchema` creates the table. */
@Entity('refund', { schema: 'sandbox', synchronize: false })
export class SandboxRefund {
  @PrimaryColumn('text')
  reference: string;

  @Column('text')
  chargeReference: string;

  @Column('bigint', { transformer: bigintColumn })
  amountKobo: bigint;

  @Column('text')
  reason: string;

  @Column('text', { default: 'success' })
  status: string;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
