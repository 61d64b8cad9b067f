import { Check, Column, CreateDateColumn, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { bigintColumn } from '../../../common/money/money.column';

/**
 * An extension of a gateway account. The extension and its cancellation both insert the row, so one of
 * them wins.
 */
@Entity('gateway_extension')
@Check('gateway_extension_cancelled_check', '(cancelled_at IS NOT NULL) = (account_id IS NULL)')
export class GatewayExtension {
  /** Idempotency key of the attempt. */
  @PrimaryColumn('uuid')
  key: string;

  /** Null when it was cancelled. */
  @ForeignKey('GatewayAccount')
  @Column('integer', { nullable: true })
  accountId: number | null;

  @Column('bigint', { default: 0, transformer: bigintColumn })
  addedBytes: bigint;

  /** How far the end moved; more than the period when the account had expired. */
  @Column('bigint', { default: 0, transformer: bigintColumn })
  addedMs: bigint;

  /** The period that was bought. */
  @Column('bigint', { default: 0, transformer: bigintColumn })
  periodMs: bigint;

  @Column('bigint', { default: 0, transformer: bigintColumn })
  takenBytes: bigint;

  @Column('bigint', { default: 0, transformer: bigintColumn })
  takenMs: bigint;

  @Column('timestamptz', { nullable: true })
  cancelledAt: Date | null;

  @Column('timestamptz', { nullable: true })
  retractedAt: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
