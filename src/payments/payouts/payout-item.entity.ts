import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { bigintColumn } from '../../common/money/money.column';
import type { PayoutItemKind, PayoutItemResult } from './payout.types';

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

  /** Kobo, signed: positive is paid to the shop. */
  @Column('bigint', { transformer: bigintColumn })
  amountKobo: bigint;

  @Column('bigint', { transformer: bigintColumn })
  feeKobo: bigint;

  @Column('text')
  result: PayoutItemResult;

  @ForeignKey('Payment')
  @Column('integer', { nullable: true })
  paymentId: number | null;

  /** Kobo that the ledger has booked for it, less the fee; null when it is unknown. */
  @Column('bigint', { nullable: true, transformer: bigintColumn })
  expectedKobo: bigint | null;

  /** Kobo that the provider holds because of this dispute; 0 once it is decided. */
  @Column('bigint', { default: 0, transformer: bigintColumn })
  heldKobo: bigint;
}
