import {
  Check,
  Column,
  Entity,
  ForeignKey,
  Index,
  PrimaryGeneratedColumn,
  Unique,
  CreateDateColumn,
  PrimaryColumn,
} from 'typeorm';
import type { ProbeOutcome } from '../../common/gateway/gateway-messages';

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

/** A conclusive probe. Insert-only; rows are kept for a week. */
@Entity('supply_probe')
@Index(['probedAt'])
@Index(['networkId'], { where: 'network_id IS NOT NULL' })
@Index(['exitNodeId'], { where: 'exit_node_id IS NOT NULL' })
export class SupplyProbe {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' })
  id: string;

  @ForeignKey('SupplyNetwork', { onDelete: 'CASCADE' })
  @Column('integer', { nullable: true })
  networkId: number | null;

  @ForeignKey('ExitNode', { onDelete: 'CASCADE' })
  @Column('integer', { nullable: true })
  exitNodeId: number | null;

  /** The place sold. */
  @Column('text')
  country: string;

  @Column('boolean')
  ok: boolean;

  @Column('integer', { nullable: true })
  latencyMs: number | null;

  @Column('text', { nullable: true })
  exitIp: string | null;

  @Column('text', { nullable: true })
  countryFound: string | null;

  @Column('text', { nullable: true })
  error: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  probedAt: Date;
}

/** A request that one gateway process claims and answers; deleted when it is over. The table is unlogged. */
@Entity('supply_probe_request')
@Check('supply_probe_request_subject_check', 'num_nonnulls(network_id, exit_node_id) = 1')
export class SupplyProbeRequest {
  @PrimaryColumn('uuid')
  id: string;

  @ForeignKey('SupplyNetwork', { onDelete: 'CASCADE' })
  @Column('integer', { nullable: true })
  networkId: number | null;

  @ForeignKey('ExitNode', { onDelete: 'CASCADE' })
  @Column('integer', { nullable: true })
  exitNodeId: number | null;

  /** ISO code in lower case; null is any country. */
  @Column('text', { nullable: true })
  country: string | null;

  /** Id of the gateway. */
  @Column('text', { nullable: true })
  claimedBy: string | null;

  @Column('jsonb', { nullable: true })
  outcome: ProbeOutcome | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}

/**
 * `healthy`; `degraded`: on sale although the last probes failed, or it leaves in another country than is sold, or a part
 * of a network is down; `down`: out of sale after three failures in a row; `unknown`: not probed yet, or simulated;
 * `disabled`: staff have switched it off.
 */
export const HEALTH_STATES = ['healthy', 'degraded', 'down', 'unknown', 'disabled'] as const;
export type HealthState = (typeof HEALTH_STATES)[number];
