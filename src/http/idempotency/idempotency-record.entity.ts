import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** The first answer to a call that moves money, kept for replays. Keys belong to their user. */
@Entity('idempotency_record')
@Index(['createdAt'])
export class IdempotencyRecord {
  @ForeignKey('User')
  @PrimaryColumn('integer')
  userId: number;

  @PrimaryColumn('text')
  key: string;

  /** sha256 of method, path, its ids and body: the same key with anything else is a conflict. */
  @Column('text')
  fingerprint: string;

  /** Null while the first call is still running. */
  @Column('integer', { nullable: true })
  status: number | null;

  /** Encrypted: responses contain proxy passwords. */
  @Column('jsonb', { nullable: true })
  body: string | null;

  /** Until then a second call waits; after it, the first is taken for dead and may be run again. */
  @Column('timestamptz')
  lockedUntil: Date;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
