import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { toOffset, type Page, type Paged } from '../../common/http/pagination';
import { Money } from '../../common/money/money';
import { dayOf } from '../../common/time/zone';
import { DatabaseClock } from '../../database/database-clock';
import { UnitOfWork } from '../../database/unit-of-work';
import type { TransactionPurpose, TransactionStatus } from '../wallet.types';
import { Invoice } from './invoice.entity';
import {
  toInvoiceNumber,
  type InvoiceDocument,
  type InvoiceKind,
  type NewInvoice,
} from './invoice.types';

/** A statement line that an invoice or a credit note is for. */
export interface InvoicedLine {
  readonly id: number;
  readonly reference: string;
  readonly description: string;
  readonly amount: Money;
}

interface LineRow {
  readonly id: number;
  readonly reference: string;
  readonly description: string;
  readonly amount_kobo: string;
}

interface ChargeRow extends LineRow {
  readonly purpose: TransactionPurpose;
  readonly status: TransactionStatus;
}

const toInvoicedLine = (row: LineRow): InvoicedLine => ({
  id: row.id,
  reference: row.reference,
  description: row.description,
  amount: Money.kobo(BigInt(row.amount_kobo)),
});

/** SQL where a row is locked, a number is drawn, or credit notes are summed. */
@Injectable()
export class InvoiceRepository {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: DatabaseClock,
  ) {}

  /**
   * Locks the user's own transaction until the unit of work ends, so that an invoice and a refund of the same charge
   * see each other.
   */
  async lockOwned(
    userId: number,
    transactionId: number,
  ): Promise<(InvoicedLine & Pick<ChargeRow, 'purpose' | 'status'>) | null> {
    const [row] = await this.uow.requireTransaction().query<ChargeRow[]>(
      `SELECT id, reference, description, amount_kobo, purpose, status FROM wallet_transaction
       WHERE id = $2 AND user_id = $1 FOR NO KEY UPDATE`,
      [userId, transactionId],
    );
    return row ? { ...toInvoicedLine(row), purpose: row.purpose, status: row.status } : null;
  }

  /** Refunds of a charge, in the order of their posting. */
  async findRefunds(userId: number, transactionId: number): Promise<InvoicedLine[]> {
    const rows = await this.uow.manager.query<LineRow[]>(
      `SELECT id, reference, description, amount_kobo FROM wallet_transaction
       WHERE refund_of = $2 AND user_id = $1 AND status = 'successful' ORDER BY id`,
      [userId, transactionId],
    );
    return rows.map(toInvoicedLine);
  }

  async findOwned(userId: number, id: number): Promise<InvoiceDocument | null> {
    return this.toDocument(await this.uow.manager.findOneBy(Invoice, { id, userId }));
  }

  async findByTransaction(userId: number, transactionId: number): Promise<InvoiceDocument | null> {
    return this.toDocument(await this.uow.manager.findOneBy(Invoice, { transactionId, userId }));
  }

  /** The user's own invoices and credit notes, newest first. */
  async list(userId: number, page: Page): Promise<Paged<InvoiceDocument>> {
    const [rows, total] = await this.uow.manager.findAndCount(Invoice, {
      where: { userId },
      order: { id: 'DESC' },
      skip: toOffset(page),
      take: page.perPage,
    });
    return { rows: await this.toDocuments(rows), total, page };
  }

  /** What the credit notes of an invoice return together. */
  async sumCreditNotes(invoiceId: number): Promise<{ total: Money; vat: Money }> {
    const [row] = await this.uow.manager.query<{ total: string; vat: string }[]>(
      `SELECT coalesce(sum(total_kobo), 0) AS total, coalesce(sum(vat_kobo), 0) AS vat
       FROM invoice WHERE invoice_id = $1`,
      [invoiceId],
    );
    return { total: Money.kobo(BigInt(row!.total)), vat: Money.kobo(BigInt(row!.vat)) };
  }

  /** Numbers and stores it. The counter stays locked until the unit of work ends, so this comes last. */
  async insert({ total, vat, ...columns }: NewInvoice): Promise<InvoiceDocument> {
    const { year, sequence, issuedAt } = await this.drawNumber(columns.kind);
    const row = this.uow.requireTransaction().create(Invoice, {
      ...columns,
      year,
      sequence,
      number: toInvoiceNumber(columns.kind, year, sequence),
      netKobo: total.minus(vat).kobo,
      vatKobo: vat.kobo,
      totalKobo: total.kobo,
      issuedAt,
    });
    const { identifiers } = await this.uow.requireTransaction().insert(Invoice, row);
    return (await this.toDocument({ ...row, id: identifiers[0]!.id as number }))!;
  }

  /** The next number of the year in the shop's zone, and a time that is not before the one of the number before it. */
  private async drawNumber(
    kind: InvoiceKind,
  ): Promise<{ year: number; sequence: number; issuedAt: Date }> {
    const asked = await this.clock.now();
    const year = yearOf(asked);
    const [row] = await this.uow.requireTransaction().query<{ last: number; at: Date }[]>(
      `INSERT INTO invoice_counter AS c (kind, year, last) VALUES ($1, $2, 1)
       ON CONFLICT (kind, year) DO UPDATE SET last = c.last + 1
       RETURNING last, clock_timestamp() AS at`,
      [kind, year],
    );
    const { last, at } = row!;
    // The year can end while another invoice has the counter.
    return { year, sequence: last, issuedAt: yearOf(at) === year ? at : asked };
  }

  private async toDocument(row: Invoice | null): Promise<InvoiceDocument | null> {
    return row && (await this.toDocuments([row]))[0]!;
  }

  /** With the numbers of the invoices that credit notes reduce. */
  private async toDocuments(rows: readonly Invoice[]): Promise<InvoiceDocument[]> {
    const ids = rows.flatMap(({ invoiceId }) => invoiceId ?? []);
    const reduced = ids.length ? await this.uow.manager.findBy(Invoice, { id: In(ids) }) : [];
    const numbers = new Map(reduced.map(({ id, number }) => [id, number]));
    return rows.map((row) => toInvoiceDocument(row, numbers));
  }
}

const toInvoiceDocument = (
  row: Invoice,
  numbers: ReadonlyMap<number, string>,
): InvoiceDocument => ({
  id: row.id,
  kind: row.kind,
  number: row.number,
  transactionId: row.transactionId,
  reference: row.reference,
  invoice:
    row.invoiceId === null ? null : { id: row.invoiceId, number: numbers.get(row.invoiceId)! },
  description: row.description,
  seller: row.seller,
  buyer: row.buyer,
  vatBasisPoints: row.vatBasisPoints,
  net: Money.kobo(row.netKobo),
  vat: Money.kobo(row.vatKobo),
  total: Money.kobo(row.totalKobo),
  issuedAt: row.issuedAt,
});

const yearOf = (at: Date): number => Number(dayOf(at).slice(0, 4));
