import { ApiProperty, IntersectionType, PartialType } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import {
  IsEmail,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import {
  HasVisibleLetter,
  ADDRESS,
  ADDRESS_MAX,
  INVALID_TIN,
  NIGERIAN_TIN,
  normalizeLines,
  normalizeTin,
  normalizeEmail,
  trim,
} from '../../common/http/fields';
import { MonthQuery } from '../../common/http/common.dto';
import {
  emptyFilterToUndefined,
  PaginationResponse,
  SearchQuery,
} from '../../common/http/pagination.dto';
import { MAX_ID } from '../../common/http/request.pipes';
import {
  INVOICE_KINDS,
  type Buyer,
  type Invoice,
  type InvoiceKind,
  formatVatRate,
} from './invoice.entity';

const TRANSACTION = { message: 'transaction_id must be the id of a transaction' };

export class IssueInvoiceDto {
  /** A transaction with `can_invoice`. @example 4711 */
  @Max(MAX_ID, TRANSACTION)
  @Min(1, TRANSACTION)
  @IsInt(TRANSACTION)
  transaction_id: number;
}

/** Searches numbers, references and buyers; of the present month when none is named. */
export class ListInvoicesQuery extends IntersectionType(SearchQuery, PartialType(MonthQuery)) {
  @ApiProperty({ enum: INVOICE_KINDS, enumName: 'InvoiceKind', required: false })
  @IsOptional()
  @Transform(emptyFilterToUndefined)
  @IsIn(INVOICE_KINDS)
  kind?: InvoiceKind;
}

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

export class StaffInvoiceResponse extends InvoiceResponse {
  user_id: number;
  /** Tax identification number of the buyer. @example 12345678-0001 */
  buyer_tin: string | null;
}

export class StaffInvoicesData {
  /** In Nigerian time. @example 2026-11 */
  month: string;
  invoices: StaffInvoiceResponse[];
  pagination: PaginationResponse;
}

export class InvoiceListData {
  invoices: InvoiceResponse[];
  pagination: PaginationResponse;
  /** Months with invoices or credit notes, newest first, in Nigerian time. @example ["2026-11"] */
  months: string[];
}

export class IssuedInvoiceData {
  invoice: InvoiceResponse;
}

/** @param row with `invoice` loaded. */
export const toInvoice = (row: Invoice): InvoiceResponse => ({
  id: row.id,
  kind: row.kind,
  number: row.number,
  transaction_id: row.transactionId,
  reference: row.reference,
  description: row.description,
  invoice_number: row.invoice?.number ?? null,
  buyer_name: row.buyer.name,
  net_amount: row.net.toDecimalString(),
  vat_rate: formatVatRate(row.vatBasisPoints),
  vat_amount: row.vat.toDecimalString(),
  total_amount: row.total.toDecimalString(),
  issued_at: row.issuedAt,
});

export const toStaffInvoice = (row: Invoice): StaffInvoiceResponse => ({
  ...toInvoice(row),
  user_id: row.userId,
  buyer_tin: row.buyer.tin,
});

const NAME_MAX = 120;
const EMAIL_MAX = 254;
const NAME = { message: `Enter the name of a person or company, up to ${NAME_MAX} characters` };
const ADDRESS_LINES = {
  message: `Enter an address of one to five lines, up to ${ADDRESS_MAX} characters`,
};
const EMAIL = { message: 'Please enter a valid email address' };

export class SaveBillingDetailsDto {
  /** A person or a company, up to 120 characters. @example Ada Ventures Ltd */
  @Transform(trim)
  @Matches(/^[^\p{Cc}\u202a-\u202e\u2066-\u2069]+$/u, NAME)
  @HasVisibleLetter(NAME)
  @Length(1, NAME_MAX, NAME)
  @IsString(NAME)
  name: string;

  /** One to five lines separated by line feeds, up to 300 characters. @example 12 Broad Street */
  @Transform(normalizeLines)
  @Matches(ADDRESS, ADDRESS_LINES)
  @Length(1, ADDRESS_MAX, ADDRESS_LINES)
  @IsString(ADDRESS_LINES)
  address: string;

  /** Tax identification number: 8 digits, a hyphen and 4 digits, or 10 to 13 digits. @example 12345678-0001 */
  @IsOptional()
  @Transform(normalizeTin)
  @Matches(NIGERIAN_TIN, INVALID_TIN)
  @IsString(INVALID_TIN)
  tin?: string | null;

  /** Printed on invoices. @example accounts@example.com */
  @IsOptional()
  @Transform((params) => normalizeEmail(params) || null)
  @MaxLength(EMAIL_MAX, EMAIL)
  @IsEmail({}, EMAIL)
  email?: string | null;
}

export class BillingDetailsFields {
  /** A person or a company. @example Ada Ventures Ltd */
  name: string;
  /** Lines separated by line feeds. @example 12 Broad Street */
  address: string;
  /** Tax identification number. @example 12345678-0001 */
  tin: string | null;
  /** Printed on invoices. @example accounts@example.com */
  email: string | null;
}

export class BillingDetailsData {
  /** Null until they are saved for the first time. */
  billing_details: BillingDetailsFields | null;
}

export const toBuyer = ({ name, address, tin, email }: SaveBillingDetailsDto | Buyer): Buyer => ({
  name,
  address,
  tin: tin ?? null,
  email: email ?? null,
});
