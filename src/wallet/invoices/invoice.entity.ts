import {
  Check,
  Column,
  Entity,
  ForeignKey,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  Unique,
  UpdateDateColumn,
} from 'typeorm';
import { Money } from '../../common/money/money';
import { moneyColumn } from '../../common/money/money.column';

export const INVOICE_KINDS = ['invoice', 'credit_note'] as const;
/** Persisted values: never rename one. */
export type InvoiceKind = (typeof INVOICE_KINDS)[number];

/** The shop as an invoice names it. */
export interface Seller {
  readonly name: string;
  /** Lines separated by `\n`; empty when it has none. */
  readonly address: string;
  readonly tin: string | null;
  /** Digits; left out of documents of before it was known. */
  readonly rcNumber?: string | null;
}

/** The customer as an invoice names them. */
export interface Buyer {
  readonly name: string;
  /** Lines separated by `\n`. */
  readonly address: string;
  readonly tin: string | null;
  readonly email: string | null;
}

/** One of several charges of an invoice. */
export interface InvoiceLine {
  readonly transactionId: number;
  readonly description: string;
  readonly quantity: number;
  readonly kobo: string;
}

/** An invoice, or a credit note for a refund of what was invoiced. Append-only. */
@Entity('invoice')
@Unique(['number'])
@Unique(['kind', 'year', 'sequence'])
@Unique(['transactionId'])
@Index(['userId', 'id'])
@Index(['issuedAt', 'id'])
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

  /** `INV-2026-000123` or `CN-2026-000001`. */
  @Column('text')
  number: string;

  /** The charge, or the refund, that it is for; the first one of `lines`. */
  @Column('integer')
  @ForeignKey('WalletTransaction')
  transactionId: number;

  @Column('integer', { nullable: true })
  invoiceId: number | null;

  /** Of a credit note, the invoice that it reduces. */
  @ManyToOne(() => Invoice)
  @JoinColumn({ name: 'invoice_id' })
  invoice?: Invoice | null;

  /** Of the transaction. */
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

  /** Of charges made together; null for the single charge of `transactionId`. */
  @Column('jsonb', { nullable: true })
  lines: InvoiceLine[] | null;

  @Column('bigint', { name: 'net_kobo', transformer: moneyColumn })
  net: Money;

  @Column('bigint', { name: 'vat_kobo', transformer: moneyColumn })
  vat: Money;

  /** What was charged or refunded: `net` and `vat` to the kobo. */
  @Column('bigint', { name: 'total_kobo', transformer: moneyColumn })
  total: Money;

  @Column('timestamptz')
  issuedAt: Date;
}

/** The last number of a kind and year. Not a sequence, which leaves gaps: the row stays locked until the number is committed. */
@Entity('invoice_counter')
export class InvoiceCounter {
  @PrimaryColumn('text')
  kind: InvoiceKind;

  /** In the shop's zone. */
  @PrimaryColumn('integer')
  year: number;

  @Column('integer')
  last: number;
}

/** In whose name a customer's invoices are issued from now on; issued ones keep theirs. */
@Entity('billing_details')
export class BillingDetails implements Buyer {
  @PrimaryColumn('integer')
  @ForeignKey('User')
  userId: number;

  /** A person or a company. */
  @Column('text')
  name: string;

  /** Lines separated by `\n`. */
  @Column('text')
  address: string;

  /** Tax identification number. */
  @Column('text', { nullable: true })
  tin: string | null;

  /** Printed on invoices. */
  @Column('text', { nullable: true })
  email: string | null;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}

const PREFIXES: Record<InvoiceKind, string> = { invoice: 'INV', credit_note: 'CN' };

/** @param year in the shop's zone. */
export const toInvoiceNumber = (kind: InvoiceKind, year: number, sequence: number): string =>
  `${PREFIXES[kind]}-${year}-${String(sequence).padStart(6, '0')}`;

/** Whether a transaction can have an invoice: purchases, renewals and added traffic. */
export const isInvoiceable = (purpose: string, status: string): boolean =>
  purpose === 'purchase' && status === 'successful';

/** One percent is 100. */
const WHOLE = 10_000n;

/** @param percent with two decimals at most. */
export const toBasisPoints = (percent: number): number => Math.round(percent * 100);

/** "7.5", for people. */
export const formatVatRate = (basisPoints: number): string => String(basisPoints / 100);

/** The VAT that a price includes, to the kobo, rounded half up. */
export function calculateIncludedVat(total: Money, basisPoints: number): Money {
  const rate = BigInt(basisPoints);
  const divisor = WHOLE + rate;
  return Money.kobo((2n * total.kobo * rate + divisor) / (2n * divisor));
}

/**
 * The VAT of a partial refund. It is the VAT of all that is refunded by then less what earlier credit notes had, so that
 * the credit notes of a price refunded in parts add up to its VAT.
 */
export const calculateRefundedVat = (
  refunded: Money,
  earlier: { readonly total: Money; readonly vat: Money },
  basisPoints: number,
): Money => calculateIncludedVat(earlier.total.plus(refunded), basisPoints).minus(earlier.vat);
