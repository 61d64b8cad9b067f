import { ApiProperty, PartialType } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { MonthQuery } from '../../common/http/common.dto';

/** The present month when it is left out. */
export class VatMonthQuery extends PartialType(MonthQuery) {}

export const VAT_FORMATS = ['pdf', 'xlsx', 'csv'] as const;
export type VatFormat = (typeof VAT_FORMATS)[number];

export class ExportVatDto extends VatMonthQuery {
  @ApiProperty({ enum: VAT_FORMATS, enumName: 'VatExportFormat' })
  @IsIn(VAT_FORMATS, { message: 'The format must be pdf, xlsx or csv' })
  format: VatFormat;
}

/** Naira with kobo as decimals. */
export class VatRateRow {
  /** Percent. @example 7.5 */
  rate: number;
  /** Sales with their VAT. @example 125000 */
  sales: number;
  /** Refunds with their VAT. @example 5000 */
  refunds: number;
  /** Sales less refunds, without VAT; negative where more was refunded. @example 111627.91 */
  base: number;
  /** @example 8372.09 */
  vat: number;
}

export class VatData extends VatRateRow {
  /** In Nigerian time. @example 2026-11 */
  month: string;
  /** By rate: that of its invoice for what has one, the present rate for other sales. */
  rates: VatRateRow[];
  /** Number of invoices issued in the month. */
  invoices: number;
  /** Total of them with VAT. */
  invoices_total: number;
  /** Number of credit notes issued in the month. */
  credit_notes: number;
  /** Total of them with VAT. */
  credit_notes_total: number;
}
