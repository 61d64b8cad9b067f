import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryGeneratedColumn,
  Unique,
} from 'typeorm';

/** One dedicated datacenter address; free while `orderId` is null. */
@Entity('stock_unit')
@Unique(['address'])
@Index(['exitNodeId'])
@Index(['exitNodeId', 'id'], { where: 'order_id IS NULL' })
@Index(['orderId'])
@Index('stock_unit_provider_idx', ['providerId'])
@Check(
  'stock_unit_upstream_check',
  `num_nulls(upstream_protocol, upstream_port, upstream_url_encrypted) IN (0, 3)`,
)
@Check('stock_unit_protocol_check', `upstream_protocol IN ('http', 'socks5')`)
@Check('stock_unit_dead_check', `dead_at IS NULL OR (order_id IS NULL AND NOT enabled)`)
export class StockUnit {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @ForeignKey('ExitNode')
  @Column('integer')
  exitNodeId: number;

  @Column('text')
  address: string;

  @ForeignKey('ProxyOrder')
  @Column('integer', { nullable: true })
  orderId: number | null;

  @Column('timestamptz', { nullable: true })
  reservedAt: Date | null;

  /** How the gateways reach a unit that was bought at a provider; null for an address of a gateway's machine. */
  @Column('text', { nullable: true })
  upstreamProtocol: 'http' | 'socks5' | null;

  @Column('integer', { nullable: true })
  upstreamPort: number | null;

  /** With the account at the provider, encrypted under `stock_unit:<id>`. */
  @Column('text', { nullable: true })
  upstreamUrlEncrypted: string | null;

  /** The account that it was bought through, when it was by the provider's API. */
  @ForeignKey('SupplyProvider')
  @Column('integer', { nullable: true })
  providerId: number | null;

  /** Its id there, which may change on renewal. */
  @Column('text', { nullable: true })
  upstreamRef: string | null;

  /** When the account's list last had it. */
  @Column('timestamptz', { nullable: true })
  listedAt: Date | null;

  /** When the provider takes it back; null when that is not known. */
  @Column('timestamptz', { nullable: true })
  upstreamExpiresAt: Date | null;

  /** A disabled unit is not sold; the proxy that has it keeps it. */
  @Column('boolean', { default: true })
  enabled: boolean;

  /** Withdrawn when it was replaced behind a proxy. */
  @Column('timestamptz', { nullable: true })
  deadAt: Date | null;

  @Column('text', { nullable: true })
  note: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}

/**
 * `free`: on sale; `sold`: a proxy has it; `expiring`: it is sold and ends within 7 days, or it ends too soon to be sold;
 * `dead`: withdrawn when it was replaced; `disabled`: staff have taken it, or its exit, off sale.
 */
export const UNIT_STATUSES = ['free', 'sold', 'expiring', 'dead', 'disabled'] as const;
export type UnitStatus = (typeof UNIT_STATUSES)[number];

/** Filters of the stock: a status, or those that an alert is about. */
export const UNIT_FILTERS = [...UNIT_STATUSES, 'ending'] as const;
export type UnitFilter = (typeof UNIT_FILTERS)[number];
