import {
  Check,
  Column,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  CreateDateColumn,
  Unique,
} from 'typeorm';
import type { StoredChanges } from './audit-changes.types';
import type { AuditCategory, AuditSeverity } from './audit.types';

/** Audited action. Append-only: the database refuses UPDATE, DELETE and TRUNCATE. In monthly partitions. */
@Entity('audit_log')
@Index(['createdAt', 'id'])
@Index(['actorId', 'createdAt'])
@Index(['severity', 'createdAt'])
@Index(['category', 'createdAt'])
@Index('audit_log_dispute_idx', ['target'], { where: `action = 'payment.dispute_announced'` })
@Index('audit_log_search_idx', { synchronize: false })
@Check('audit_log_severity_check', `severity IN ('low', 'medium', 'high')`)
export class AuditLog {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: string;

  @PrimaryColumn('timestamptz', { default: () => 'now()' })
  createdAt: Date;

  /** Null when the platform itself acted. */
  @ForeignKey('User')
  @Column('integer', { nullable: true })
  actorId: number | null;

  /** Name at the time of the action, or `system`. */
  @Column('text')
  actorName: string;

  @Column('text')
  actorRole: string;

  @Column('text')
  action: string;

  @Column('text')
  category: AuditCategory;

  /** What it was done to, e.g. `user:12`. */
  @Column('text')
  target: string;

  @Column('text')
  severity: AuditSeverity;

  @Column('text')
  details: string;

  @Column('text')
  ip: string;

  @Column('text')
  userAgent: string;

  @Column('jsonb', { nullable: true })
  changes: StoredChanges | null;
}

/**
 * One link of the hash chain over the audit log: hash = sha256(previous hash ‖ canonical row).
 * Written by one worker a moment after the row, so that writers never queue for the chain.
 */
@Entity('audit_chain_link')
@Unique(['auditLogId'])
export class AuditChainLink {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: string;

  /** No reference: the audit log is partitioned. The check of the chain names a row that is gone. */
  @Column('bigint')
  auditLogId: string;

  @Column('bytea')
  previousHash: Buffer;

  @Column('bytea')
  hash: Buffer;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
