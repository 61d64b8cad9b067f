import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** What is probed by itself, a network in a country or an exit, and how it does. */
@Entity('supply_health')
@Unique(['exitNodeId'])
@Unique(['networkId', 'country'])
@Index(['nextProbeAt'])
@Index(['downSince'], { where: 'down_since IS NOT NULL' })
@Check('supply_health_subject_check', 'num_nonnulls(network_id, exit_node_id) = 1')
export class SupplyHealth {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @ForeignKey('SupplyNetwork', { onDelete: 'CASCADE' })
  @Column('integer', { nullable: true })
  networkId: number | null;

  @ForeignKey('ExitNode', { onDelete: 'CASCADE' })
  @Column('integer', { nullable: true })
  exitNodeId: number | null;

  /** The place sold: an ISO code in lower case, or `zz` for any country of a network. */
  @Column('text')
  country: string;

  /** Conclusive failures in a row. */
  @Column('integer', { default: 0 })
  misses: number;

  /** Null: on sale and in the gateways' choice. */
  @Column('timestamptz', { nullable: true })
  downSince: Date | null;

  /** Time of the last conclusive probe, as the columns below but `error`. */
  @Column('timestamptz', { nullable: true })
  probedAt: Date | null;

  @Column('timestamptz', { default: () => 'now()' })
  nextProbeAt: Date;

  @Column('integer', { nullable: true })
  latencyMs: number | null;

  @Column('text', { nullable: true })
  exitIp: string | null;

  @Column('text', { nullable: true })
  countryFound: string | null;

  /** Of the last probe, also of one from which nothing follows. */
  @Column('text', { nullable: true })
  error: string | null;
}
