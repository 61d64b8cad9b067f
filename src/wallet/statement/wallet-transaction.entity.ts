import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryGeneratedColumn,
  Unique,
} from 'typeorm';
import type { Money } from '../../common/money/money';
import { moneyColumn } from '../../common/money/money.column';
import type { TransactionPurpose, TransactionStatus, TransactionType } from '../wallet.types';

/** A line of the wallet statement. */
@Entity('wallet_transaction')
@Unique(['reference'])
@Index(['userId', 'createdAt', 'id'])
@Index(['ledgerTransactionId'])
@Index(['createdAt', 'id'])
@Index('wallet_transaction_amount_kobo_id_idx', ['amount', 'id'])
@Index(['status', 'createdAt'])
@Index('wallet_transaction_refund_of_idx', ['refundOf'], { where: 'refund_of IS NOT NULL' })
@Index('wallet_transaction_search_idx', { synchronize: false })
@Index('wallet_transaction_batch_idx', { synchronize: false })
@Check('wallet_transaction_type_check', `type IN ('credit', 'debit')`)
@Check(
  'wallet_transaction_status_check',
  `status IN ('pending', 'successful', 'failed', 'cancelled', 'refunded')`,
)
@Check('wallet_transaction_amount_check', 'amount_kobo > 0')
@Check(
  'wallet_transaction_posted_check',
  `status NOT IN ('successful', 'refunded') OR ledger_transaction_id IS NOT NULL`,
)
export class WalletTransaction {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @ForeignKey('User')
  @Column('integer')
  userId: number;

  @Column('text')
  reference: string;

  @Column('text')
  type: TransactionType;

  @Column('text')
  purpose: TransactionPurpose;

  @Column('text')
  status: TransactionStatus;

  /** Always positive; `type` has the direction. */
  @Column('bigint', { name: 'amount_kobo', transformer: moneyColumn })
  amount: Money;

  @Column('char', { length: 3, default: 'NGN' })
  currency: string;

  @Column('text')
  description: string;

  /** `card`, `bank_transfer`, `wallet`, `admin`…; null until known. */
  @Column('text', { nullable: true })
  paymentMethod: string | null;

  @Column('jsonb', { default: {} })
  metadata: Record<string, unknown>;

  @ForeignKey('LedgerTransaction')
  @Column('bigint', { nullable: true })
  ledgerTransactionId: string | null;

  /** The charge of which a refund returns all or part; null for other lines. */
  @ForeignKey('WalletTransaction')
  @Column('integer', { nullable: true })
  refundOf: number | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @Column('timestamptz', { nullable: true })
  processedAt: Date | null;
}

/** What purchases made together have in common, as SQL. The metadata of a top-up is its client's. */
export const isOfBatch = (line: string, batch: string): string =>
  `${line}.purpose = 'purchase' AND ${line}.metadata ->> 'batch_id' = ${batch}`;

/** Null for a line that was not made together with others. */
export const toBatchId = ({
  purpose,
  metadata,
}: Pick<WalletTransaction, 'purpose' | 'metadata'>): string | null =>
  purpose === 'purchase' && typeof metadata.batch_id === 'string' ? metadata.batch_id : null;

/** Of renewals, the only purchases made together. */
export const describeBatch = (transactions: number): string => `Renewal of ${transactions} proxies`;
