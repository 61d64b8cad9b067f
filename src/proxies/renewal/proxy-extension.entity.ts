import { Check, Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { bigintColumn } from '../../common/money/money.column';

/** What a renewal or added traffic gave to a proxy, and what its refund took back. */
@Entity('proxy_extension')
@Index(['proxyId'])
@Check(
  'proxy_extension_amount_check',
  `taken_bytes BETWEEN 0 AND added_bytes
          AND taken_ms BETWEEN 0 AND added_ms AND added_bytes + added_ms > 0`,
)
export class ProxyExtension {
  @PrimaryColumn('integer')
  @ForeignKey('ProxyOrder')
  orderId: number;

  @ForeignKey('Proxy')
  @Column('integer')
  proxyId: number;

  @Column('bigint', { transformer: bigintColumn })
  addedBytes: bigint;

  /** How far the end moved; more than the period when the proxy had expired. */
  @Column('bigint', { transformer: bigintColumn })
  addedMs: bigint;

  @Column('bigint', { default: 0, transformer: bigintColumn })
  takenBytes: bigint;

  @Column('bigint', { default: 0, transformer: bigintColumn })
  takenMs: bigint;

  /** When the refund of its order took it back. */
  @Column('timestamptz', { nullable: true })
  retractedAt: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
