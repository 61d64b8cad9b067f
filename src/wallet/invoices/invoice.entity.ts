import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { bigintColumn } from '../../common/money/money.column';
import type { Buyer, InvoiceKind, Seller } from './invoice.types';

/** An invoice, or a credit note for a refund of what was invoiced. Append-only. */
@Entity('invoice')
@Unique(['number'])
@Unique(['kind', 'year', 'sequence'])
@Unique(['transactionId'])
@Index(['userId', 'id'])
@Index('invoice_invoice_id_idx', ['invoiceId'], { where: 'invoice_id IS NOT NULL' })
@Check(
  'invoice_kind_check',
  `kind IN ('invoice', 'credit_note') AND (kind = 'credit_note') = (invoice_id IS NOT NULL)`,
)
@Check('invoice_vat_basis_points_check', 'vat_basis_points BETWEEN 0 AND 10000')
@Check(
  'invoice_total_kobo_check',
  'total_kobo > 0 AND net_kobo >= 0 AND vat_kobo >= 0 AND net_kobo + vat_kobo = total_kobo',
)
export class Invoice {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @Column('integer')
  @ForeignKey('User')
  userId: number;

  @Column('text')
  kind: InvoiceKind;

  /** In the shop's zone. */
  @Column('integer')
  year: number;

  /** 1 to n without gaps in each kind and year. */
  @Column('integer')
  sequence: number;

  /** `INV-2026-000123`. */
  @Column('text')
  number: string;

  /** The charge, or the refund, that it is for. */
  @Column('integer')
  @ForeignKey('WalletTransaction')
  transactionId: number;

  /** Of a credit note, the invoice that it reduces. */
  @Column('integer', { nullable: true })
  @ForeignKey('Invoice')
  invoiceId: number | null;

  @Column('text')
  reference: string;

  @Column('text')
  description: string;

  @Column('jsonb')
  seller: Seller;

  @Column('jsonb')
  buyer: Buyer;

  /** 750 is 7.5 percent. */
  @Column('integer')
  vatBasisPoints: number;

  @Column('bigint', { transformer: bigintColumn })
  netKobo: bigint;

  @Column('bigint', { transformer: bigintColumn })
  vatKobo: bigint;

  @Column('bigint', { transformer: bigintColumn })
  totalKobo: bigint;

  @Column('timestamptz')
  issuedAt: Date;
}
