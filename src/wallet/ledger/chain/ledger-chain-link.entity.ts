import {
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  PrimaryGeneratedColumn,
  Unique,
} from 'typeorm';

/** One link of the hash chain over the ledger. Append-only. */
@Entity('ledger_chain_link')
@Unique(['ledgerTransactionId'])
export class LedgerChainLink {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: string;

  @ForeignKey('LedgerTransaction')
  @Column('bigint')
  ledgerTransactionId: string;

  @Column('bytea')
  previousHash: Buffer;

  @Column('bytea')
  hash: Buffer;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
