import { Column, CreateDateColumn, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';

/** The charge of one cycle, inserted with its order: the primary key admits one per end of a proxy. */
@Entity('auto_renewal_charge')
@Unique(['orderId'])
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

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
