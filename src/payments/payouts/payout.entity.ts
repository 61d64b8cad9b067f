import type { Money } from '../../common/money/money';
import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  Index,
  PrimaryGeneratedColumn,
  Unique,
  ForeignKey,
} from 'typeorm';
import type { PayoutItemKind, PayoutItemResult, PayoutSource } from '../payments.types';
import { moneyColumn } from '../../common/money/money.column';

export interface ImportCounts {
  /** Payouts in the list or the file. */
  readonly listed: number;
  /** Posted now. */
  readonly imported: number;
  /** Posted before, their items were added now. */
  readonly completed: number;
  /** Posted before with another amount; nothing was changed. */
  readonly differing: number;
  readonly matchedItems: number;
  readonly unmatchedItems: number;
}

/** Money that the card provider has paid to the owner's bank. Posted with its insert. */
@Entity('payment_payout')
@Unique(['provider', 'reference'])
@Index(['paidAt', 'id'])
@Check('payment_payout_amount_check', 'amount_kobo > 0 AND fee_kobo >= 0')
@Check('payment_payout_source_check', `source IN ('api', 'file')`)
export class Payout {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @Column('text')
  provider: string;

  /** The provider's reference. */
  @Column('text')
  reference: string;

  /** What the bank received. */
  @Column('bigint', { name: 'amount_kobo', transformer: moneyColumn })
  amount: Money;

  /** The provider's fee for the payout itself. */
  @Column('bigint', { name: 'fee_kobo', default: 0, transformer: moneyColumn })
  fee: Money;

  @Column('text')
  source: PayoutSource;

  @Column('timestamptz')
  paidAt: Date;

  /** Null until the items are imported. */
  @Column('timestamptz', { nullable: true })
  itemsImportedAt: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}

/** A charge, refund or dispute within a payout, compared with the shop's own records. */
@Entity('payment_payout_item')
@Unique(['payoutId', 'position'])
@Index('payment_payout_item_reference_idx', ['kind', 'reference'], {
  unique: true,
  where: `result = 'matched' AND kind IN ('charge', 'refund')`,
})
@Index('payment_payout_item_unmatched_idx', ['id'], { where: `result <> 'matched'` })
@Index(['paymentId'], { where: `kind = 'dispute'` })
@Check('payment_payout_item_kind_check', `kind IN ('charge', 'refund', 'dispute', 'other')`)
@Check(
  'payment_payout_item_result_check',
  `result IN ('matched', 'unknown_reference', 'not_booked', 'amount_differs', 'duplicate')`,
)
@Check('payment_payout_item_amount_check', 'fee_kobo >= 0 AND held_kobo >= 0')
export class PayoutItem {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @ForeignKey('Payout')
  @Column('integer')
  payoutId: number;

  /** Order within the payout. */
  @Column('integer')
  position: number;

  @Column('text')
  kind: PayoutItemKind;

  @Column('text')
  reference: string;

  /** Signed: positive is paid to the shop. */
  @Column('bigint', { name: 'amount_kobo', transformer: moneyColumn })
  amount: Money;

  @Column('bigint', { name: 'fee_kobo', transformer: moneyColumn })
  fee: Money;

  @Column('text')
  result: PayoutItemResult;

  @ForeignKey('Payment')
  @Column('integer', { nullable: true })
  paymentId: number | null;

  /** What the ledger has booked for it, less the fee; null when it is unknown. */
  @Column('bigint', { name: 'expected_kobo', nullable: true, transformer: moneyColumn })
  expected: Money | null;

  /** What the provider holds because of this dispute; 0 once it is decided. */
  @Column('bigint', { name: 'held_kobo', default: 0, transformer: moneyColumn })
  held: Money;
}

/** One import of payouts. Rows are never updated; those of the list are deleted after 30 days. */
@Entity('payment_payout_import')
@Index(['startedAt'])
export class PayoutImport {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @Column('text')
  source: PayoutSource;

  /** False when not everything could be read; the next import continues. */
  @Column('boolean')
  complete: boolean;

  @Column('jsonb')
  counts: ImportCounts;

  /** Reason why the import is incomplete. */
  @Column('text', { nullable: true })
  note: string | null;

  /** Member of staff who uploaded the file; null for an import by the worker. */
  @ForeignKey('User')
  @Column('integer', { nullable: true })
  importedBy: number | null;

  @Column('timestamptz')
  startedAt: Date;

  @Column('timestamptz')
  finishedAt: Date;
}
