import { Check, Column, CreateDateColumn, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import type { ProbeOutcome } from '../../common/gateway/supply-probe';

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
