import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  PrimaryGeneratedColumn,
  Unique,
} from 'typeorm';

export const BLOCK_KINDS = ['all', 'datacenter', 'residential', 'mobile'] as const;
/** The proxies a block is for. */
export type BlockKind = (typeof BLOCK_KINDS)[number];

/** A target that gateways refuse. Rows are never updated; a trigger notifies the gateways. */
@Entity('target_block')
@Unique(['pattern', 'ports', 'kind'])
@Check('target_block_kind_check', `kind IN ('all', 'datacenter', 'residential', 'mobile')`)
export class TargetBlock {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  /** As `canonicalPattern` returns it. */
  @Column('text')
  pattern: string;

  /** As `formatPorts` returns it; '' is every port. */
  @Column('text')
  ports: string;

  @Column('text')
  kind: BlockKind;

  @Column('text')
  reason: string;

  @ForeignKey('User')
  @Column('integer')
  createdBy: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
