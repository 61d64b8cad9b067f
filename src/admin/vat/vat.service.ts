import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { BYTE_ORDER_MARK, csvLine } from '../../common/csv';
import { invalidFields } from '../../common/errors/domain-error';
import type { Download } from '../../common/http/api.decorators';
import { Money } from '../../common/money/money';
import type { Actor } from '../../common/security/actor';
import { dayOf, readableDay, readableMonth, toMonthSpan } from '../../common/time/calendar';
import { Clock } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { SettingsService } from '../../settings/settings.service';
import { IssuedInvoicesService } from '../../wallet/invoices/issued-invoices.service';
import { renderReport, toColumns, type Report } from '../analytics/report-file';
import type { VatData, VatFormat, VatRateRow } from './vat.dto';

/** Rows of a page of PDF are drawn one by one; a file for a spreadsheet takes more. */
const MAX_ROWS: Record<VatFormat, number> = { pdf: 5_000, xlsx: 100_000, csv: 100_000 };

type Document = Awaited<ReturnType<IssuedInvoicesService['findOfMonth']>>[number];
type InvoiceKind = Document['kind'];

interface RateSums {
  readonly basisPoints: number;
  readonly sales: string;
  readonly refunds: string;
  readonly vat: string;
}

/**
 * Charges and refunds from $1 to $2 by the rate of the invoice of the charge, else the present rate $3, in kobo. VAT is
 * what a price includes, rounded half up as in `calculateIncludedVat`.
 */
const BY_RATE = `WITH moved AS (
    SELECT id AS charge, amount_kobo AS kobo FROM wallet_transaction
    WHERE purpose = 'purchase' AND ledger_transaction_id IS NOT NULL AND created_at >= $1 AND created_at < $2
    UNION ALL
    SELECT refund_of, -amount_kobo FROM wallet_transaction
    WHERE purpose = 'refund' AND ledger_transaction_id IS NOT NULL AND created_at >= $1 AND created_at < $2
  ), batched AS (
    SELECT (line ->> 'transactionId')::int AS charge, vat_basis_points FROM invoice, jsonb_array_elements(lines) AS line
    WHERE kind = 'invoice' AND lines IS NOT NULL
  ), rated AS (
    SELECT m.kobo, coalesce(b.vat_basis_points, i.vat_basis_points, $3) AS rate
    FROM moved m LEFT JOIN batched b USING (charge)
    LEFT JOIN invoice i ON i.transaction_id = m.charge AND i.kind = 'invoice'
  )
  SELECT rate AS "basisPoints", coalesce(sum(kobo) FILTER (WHERE kobo > 0), 0) AS sales,
    coalesce(-sum(kobo) FILTER (WHERE kobo < 0), 0) AS refunds,
    sum(round(kobo::numeric * rate / (10000 + rate))) AS vat
  FROM rated GROUP BY rate ORDER BY rate DESC`;

/** The VAT in the sales of a month, and its invoices. */
@Injectable()
export class VatService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly settings: SettingsService,
    private readonly audit: AuditService,
    private readonly invoices: IssuedInvoicesService,
  ) {}

  /** @param asked `YYYY-MM` of the shop's zone; the present month when it is left out. */
  async getReport(asked?: string): Promise<VatData> {
    const month = asked ?? this.presentMonth();
    const { vatPercentage } = await this.settings.current();
    const [rates, issued] = await this.uow.all(
      () =>
        this.uow.manager.query<RateSums[]>(BY_RATE, [
          ...toInstants(month),
          Math.round(vatPercentage * 100),
        ]),
      () => this.countIssued(month),
    );
    const rows = rates.map(toRateRow);
    const add = (key: 'sales' | 'refunds' | 'vat') =>
      rates.reduce((sum, row) => sum.plus(Money.kobo(BigInt(row[key]))), Money.zero);
    const totals = { sales: add('sales'), refunds: add('refunds'), vat: add('vat') };
    return {
      month,
      rate: vatPercentage,
      ...toAmounts(totals),
      rates: rows,
      ...issued,
    };
  }

  /** @throws DomainError invalid with errors.format for more documents than the format takes. */
  async export(actor: Actor, format: VatFormat, asked?: string): Promise<Download> {
    const report = await this.getReport(asked);
    const name = `vat-${report.month}`;
    const maximum = MAX_ROWS[format];
    const documents = await this.invoices.findOfMonth(report.month, maximum + 1);
    if (documents.length > maximum)
      throw invalidFields({
        format: [`A file of this format takes ${maximum} documents. Choose another format.`],
      });
    const file = await this.render(name, format, report, documents);
    await this.uow.run(() =>
      this.audit.record(actor, {
        action: 'system.report_exported',
        target: 'report:vat',
        details: `Exported ${file.name}`,
      }),
    );
    return file;
  }

  private async render(
    name: string,
    format: VatFormat,
    report: VatData,
    documents: readonly Document[],
  ): Promise<Download> {
    if (format === 'csv')
      return {
        ...{ name: `${name}.csv`, type: 'text/csv; charset=utf-8' },
        content: BYTE_ORDER_MARK + [CSV_HEADER, ...documents.map(toCsvRow)].map(csvLine).join(''),
      };
    const { siteName } = await this.settings.current();
    return renderReport(name, format, toFile(siteName, report, documents, this.clock.now()));
  }

  private presentMonth(): string {
    return dayOf(this.clock.now()).slice(0, 7);
  }

  private async countIssued(
    month: string,
  ): Promise<Pick<VatData, 'invoices' | 'invoices_total' | 'credit_notes' | 'credit_notes_total'>> {
    const rows = await this.uow.manager.query<
      { kind: InvoiceKind; count: number; total: string }[]
    >(
      `SELECT kind, count(*)::int AS count, sum(total_kobo) AS total FROM invoice
       WHERE issued_at >= $1 AND issued_at < $2 GROUP BY kind`,
      toInstants(month),
    );
    const read = (kind: InvoiceKind) => rows.find((row) => row.kind === kind);
    const total = (kind: InvoiceKind) => toNumber(Money.kobo(BigInt(read(kind)?.total ?? 0)));
    return {
      invoices: read('invoice')?.count ?? 0,
      invoices_total: total('invoice'),
      credit_notes: read('credit_note')?.count ?? 0,
      credit_notes_total: total('credit_note'),
    };
  }
}

const toInstants = (month: string): [Date, Date] => {
  const { from, until } = toMonthSpan(month);
  return [from, until];
};

const toNumber = (money: Money): number => Number(money.toDecimalString());

const toAmounts = ({ sales, refunds, vat }: Record<'sales' | 'refunds' | 'vat', Money>) => ({
  sales: toNumber(sales),
  refunds: toNumber(refunds),
  base: toNumber(sales.minus(refunds).minus(vat)),
  vat: toNumber(vat),
});

const toRateRow = ({ basisPoints, sales, refunds, vat }: RateSums): VatRateRow => ({
  rate: basisPoints / 100,
  ...toAmounts({
    sales: Money.kobo(BigInt(sales)),
    refunds: Money.kobo(BigInt(refunds)),
    vat: Money.kobo(BigInt(vat)),
  }),
});

/** Credit notes are negative. */
const signed = ({ kind }: Document, amount: string): string =>
  kind === 'credit_note' ? `-${amount}` : amount;

const CSV_HEADER = [
  ...['Number', 'Kind', 'Date', 'Buyer', 'TIN', 'Description', 'Reference', 'Reduces invoice'],
  ...['Net', 'VAT %', 'VAT', 'Total'],
];

const KINDS: Record<InvoiceKind, string> = { invoice: 'Invoice', credit_note: 'Credit note' };

const toCsvRow = (row: Document): string[] => [
  ...[row.number, KINDS[row.kind], dayOf(row.issued_at), row.buyer_name, row.buyer_tin ?? ''],
  ...[row.description, row.reference, row.invoice_number ?? ''],
  signed(row, row.net_amount),
  row.vat_rate,
  signed(row, row.vat_amount),
  signed(row, row.total_amount),
];

const toFile = (
  siteName: string,
  report: VatData,
  documents: readonly Document[],
  createdAt: Date,
): Report => ({
  siteName,
  title: 'VAT',
  period: readableMonth(report.month),
  createdAt,
  tables: [
    {
      title: 'VAT by rate',
      columns: toColumns({
        'VAT %': 'text',
        Sales: 'kobo',
        Refunds: 'kobo',
        Base: 'kobo',
        VAT: 'kobo',
      }),
      rows: [
        ...report.rates.map((row) => [
          String(row.rate),
          ...[row.sales, row.refunds, row.base, row.vat],
        ]),
        ['Total', report.sales, report.refunds, report.base, report.vat],
      ],
    },
    {
      title: 'Invoices and credit notes',
      columns: toColumns({
        ...{ Number: 'text', Date: 'text', Buyer: 'text', TIN: 'text' },
        ...{ Net: 'kobo', VAT: 'kobo', Total: 'kobo' },
      }),
      rows: documents.map((row) => [
        ...[row.number, readableDay(row.issued_at), row.buyer_name, row.buyer_tin],
        ...[row.net_amount, row.vat_amount, row.total_amount].map((amount) =>
          Number(signed(row, amount)),
        ),
      ]),
    },
  ],
});
