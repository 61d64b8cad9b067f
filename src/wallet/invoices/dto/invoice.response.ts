import { ApiProperty } from '@nestjs/swagger';
import { ok } from '../../../common/http/envelope.response';
import { toPagination, type Paged } from '../../../common/http/pagination';
import { PaginationResponse } from '../../../common/http/pagination.response';
import { INVOICE_KINDS, type InvoiceDocument, type InvoiceKind } from '../invoice.types';
import { formatVatRate } from '../vat';

export class InvoiceResponse {
  id: number;
  @ApiProperty({ enum: INVOICE_KINDS, enumName: 'InvoiceKind' })
  kind: InvoiceKind;
  /** Without gaps in each kind and year. @example INV-2026-000123 */
  number: string;
  /** The charge, or the refund, that it is for. */
  transaction_id: number;
  /** Reference of that transaction. */
  reference: string;
  description: string;
  /** Of a credit note, the invoice that it reduces; null for an invoice. @example INV-2026-000123 */
  invoice_number: string | null;
  /** The buyer as it is printed. @example Ada Ventures Ltd */
  buyer_name: string;
  /** Naira and kobo without VAT. @example 4651.16 */
  net_amount: string;
  /** Percent. @example 7.5 */
  vat_rate: string;
  /** Naira and kobo. @example 348.84 */
  vat_amount: string;
  /** Naira and kobo charged or refunded: net and VAT. @example 5000.00 */
  total_amount: string;
  issued_at: Date;
}

export class InvoiceListData {
  invoices: InvoiceResponse[];
  pagination: PaginationResponse;
}

export class InvoiceListResponse {
  success: boolean;
  data: InvoiceListData;
}

export class IssuedInvoiceData {
  invoice: InvoiceResponse;
}

export class IssuedInvoiceResponse {
  success: boolean;
  data: IssuedInvoiceData;
}

const toInvoiceResponse = (invoice: InvoiceDocument): InvoiceResponse => ({
  id: invoice.id,
  kind: invoice.kind,
  number: invoice.number,
  transaction_id: invoice.transactionId,
  reference: invoice.reference,
  description: invoice.description,
  invoice_number: invoice.invoice?.number ?? null,
  buyer_name: invoice.buyer.name,
  net_amount: invoice.net.toDecimalString(),
  vat_rate: formatVatRate(invoice.vatBasisPoints),
  vat_amount: invoice.vat.toDecimalString(),
  total_amount: invoice.total.toDecimalString(),
  issued_at: invoice.issuedAt,
});

export const toInvoiceList = (invoices: Paged<InvoiceDocument>): InvoiceListResponse =>
  ok({ invoices: invoices.rows.map(toInvoiceResponse), pagination: toPagination(invoices) });

export const toIssuedInvoice = (invoice: InvoiceDocument): IssuedInvoiceResponse =>
  ok({ invoice: toInvoiceResponse(invoice) });
