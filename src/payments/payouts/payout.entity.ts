import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  Index,
  PrimaryGeneratedColumn,
  Unique,
} from 'typeorm';
import { bigintColumn } from '../../common/money/money.column';
import type { PayoutSource } from './payout.types';

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

  /** Kobo that the bank received. */
  @Column('bigint', { transformer: bigintColumn })
  amountKobo: bigint;

  /** Kobo of the provider's fee for the payout itself. */
  @Column('bigint', { default: 0, transformer: bigintColumn })
  feeKobo: bigint;

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
