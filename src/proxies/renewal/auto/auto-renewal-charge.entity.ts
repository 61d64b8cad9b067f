import {
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  Unique,
} from 'typeorm';

/** The charge of one cycle, inserted with its order: the primary key admits one per end of a proxy. */
@Entity('auto_renewal_charge')
@Unique(['orderId'])
@Index('auto_renewal_charge_unsettled_idx', ['orderId'], { where: 'settled_at IS NULL' })
export class AutoRenewalCharge {
  @PrimaryColumn('integer')
  @ForeignKey('AutoRenewal')
  proxyId: number;

  /** The end of the proxy that it was to move. */
  @PrimaryColumn('timestamptz')
  cycle: Date;

  @ForeignKey('ProxyOrder')
  @Column('integer')
  orderId: number;

  /** When the result of the order was recorded for the owner. */
  @Column('timestamptz', { nullable: true })
  settledAt: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
