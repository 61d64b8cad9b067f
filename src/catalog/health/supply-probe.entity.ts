import {
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryGeneratedColumn,
} from 'typeorm';

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
