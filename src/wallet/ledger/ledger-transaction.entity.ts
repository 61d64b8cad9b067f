import { Column, CreateDateColumn, Entity, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import type { PostingKind, SystemPostingKind } from '../wallet.types';

/** One balanced movement of money. Append-only. */
@Entity('ledger_transaction')
@Unique(['idempotencyKey'])
@Index(['reference'])
export class LedgerTransaction {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: string;

  /** Unique key that prevents a second posting, e.g. `topup:TOPUP-123`. */
  @Column('text')
  idempotencyKey: string;

  @Column('text')
  kind: PostingKind | SystemPostingKind;

  @Column('text')
  reference: string;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
