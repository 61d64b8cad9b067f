import type { Money } from '../../common/money/money';

export const INVOICE_KINDS = ['invoice', 'credit_note'] as const;
/** Persisted values: never rename one. */
export type InvoiceKind = (typeof INVOICE_KINDS)[number];

/** The shop as an invoice names it. */
export interface Seller {
  readonly name: string;
  /** Lines separated by `\n`; empty when it has none. */
  readonly address: string;
  readonly tin: string | null;
}

/** The customer as an invoice names them. */
export interface Buyer {
  readonly name: string;
  /** Lines separated by `\n`. */
  readonly address: string;
  readonly tin: string | null;
  readonly email: string | null;
}

/** An issued invoice or credit note. None of it ever changes. */
export interface InvoiceDocument {
  readonly id: number;
  readonly kind: InvoiceKind;
  /** `INV-2026-000123` or `CN-2026-000001`. */
  readonly number: string;
  /** The charge, or the refund, that it is for. */
  readonly transactionId: number;
  /** Reference of that transaction. */
  readonly reference: string;
  /** Of a credit note, the invoice that it reduces. */
  readonly invoice: { readonly id: number; readonly number: string } | null;
  readonly description: string;
  readonly seller: Seller;
  readonly buyer: Buyer;
  /** 750 is 7.5 percent. */
  readonly vatBasisPoints: number;
  readonly net: Money;
  readonly vat: Money;
  /** What was charged or refunded: `net` and `vat` to the kobo. */
  readonly total: Money;
  readonly issuedAt: Date;
}

/** An invoice or credit note that has no number yet. */
export interface NewInvoice extends Omit<
  InvoiceDocument,
  'id' | 'number' | 'invoice' | 'issuedAt' | 'net'
> {
  readonly userId: number;
  readonly invoiceId: number | null;
}

const PREFIXES: Record<InvoiceKind, string> = { invoice: 'INV', credit_note: 'CN' };

/** @param year in the shop's zone. */
export const toInvoiceNumber = (kind: InvoiceKind, year: number, sequence: number): string =>
  `${PREFIXES[kind]}-${year}-${String(sequence).padStart(6, '0')}`;

/** Whether a transaction can have an invoice: purchases, renewals and added traffic. */
export const isInvoiceable = (purpose: string, status: string): boolean =>
  purpose === 'purchase' && status === 'successful';
