import type { Money } from '../../common/money/money';
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
import { moneyColumn } from '../../common/money/money.column';

/** A chargeback, or a refund that was made at the card provider. */
export type ChargebackKind = 'chargeback' | 'payment_refund';

/** Part of a credited payment that was clawed back. A chargeback whose dispute is won is posted back, once. */
@Entity('payment_chargeback')
@Unique(['transactionId'])
@Unique(['wonTransactionId'])
@Index(['paymentId'])
@Check('payment_chargeback_amount_check', 'amount_kobo > 0')
@Check('payment_chargeback_kind_check', `kind IN ('chargeback', 'payment_refund')`)
@Check(
  'payment_chargeback_won_check',
  `(won_at IS NULL) = (won_transaction_id IS NULL) AND (won_at IS NULL OR kind = 'chargeback')`,
)
export class PaymentChargeback {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @ForeignKey('Payment')
  @Column('integer')
  paymentId: number;

  @Column('text')
  kind: ChargebackKind;

  @Column('bigint', { name: 'amount_kobo', transformer: moneyColumn })
  amount: Money;

  /** The debit on the statement. */
  @ForeignKey('WalletTransaction')
  @Column('integer')
  transactionId: number;

  /** The credit on the statement, once the dispute is won. */
  @ForeignKey('WalletTransaction')
  @Column('integer', { nullable: true })
  wonTransactionId: number | null;

  @Column('timestamptz', { nullable: true })
  wonAt: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
