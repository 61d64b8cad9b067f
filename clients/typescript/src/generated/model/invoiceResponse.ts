import type { InvoiceKind } from './invoiceKind';

export interface InvoiceResponse {
  /** The buyer as it is printed. */
  buyer_name: string;
  description: string;
  id: number;
  /**
   * Of a credit note, the invoice that it reduces; null for an invoice.
   * @nullable
   */
  invoice_number: string | null;
  issued_at: string;
  kind: InvoiceKind;
  /** Naira and kobo without VAT. */
  net_amount: string;
  /** Without gaps in each kind and year. */
  number: string;
  /** Reference of that transaction. */
  reference: string;
  /** Naira and kobo charged or refunded: net and VAT. */
  total_amount: string;
  /** The charge, or the refund, that it is for. */
  transaction_id: number;
  /** Naira and kobo. */
  vat_amount: string;
  /** Percent. */
  vat_rate: string;
}
