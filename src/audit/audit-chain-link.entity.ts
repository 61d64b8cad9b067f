import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn, Unique } from 'typeorm';

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
