import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { AuditService } from '../../audit/audit.service';
import { crashPoint } from '../../common/crash-point';
import { toOffset, toPagination, type Page } from '../../common/http/pagination.dto';
import type { Download } from '../../common/http/api.decorators';
import { formatNairaExact, Money } from '../../common/money/money';
import type { Actor } from '../../common/security/actor';
import { dayOf, ZONE } from '../../common/time/calendar';
import { AppConfig } from '../../config/app-config';
import { DatabaseClock } from '../../database/database-clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { SettingsService } from '../../settings/settings.service';
import {
  describeBatch,
  isOfBatch,
  toBatchId,
  WalletTransaction,
} from '../statement/wallet-transaction.entity';
import {
  accountClosed,
  billingDetailsRequired,
  chargeRefunded,
  invoiceNotFound,
  notInvoiceable,
  transactionNotFound,
} from '../wallet.errors';
import {
  BillingDetailsData,
  InvoiceListData,
  IssuedInvoiceData,
  SaveBillingDetailsDto,
  toBuyer,
  toInvoice,
} from './invoice.dto';
import {
  BillingDetails,
  Invoice,
  isInvoiceable,
  toInvoiceNumber,
  type InvoiceKind,
  calculateIncludedVat,
  calculateRefundedVat,
  toBasisPoints,
} from './invoice.entity';
import { renderInvoicePdf, renderMonthPdf, type InvoiceItem } from './invoice-pdf';

/** A charge or a refund that a document is for. */
type InvoicedLine = Pick<WalletTransaction, 'id' | 'reference' | 'description' | 'amount'> &
  Partial<Pick<Invoice, 'lines'>>;

/** Of one invoice; those of a larger batch get another one. */
const MAX_LINES = 500;

type NewDocument = Pick<Invoice, 'userId' | 'kind' | 'invoiceId' | 'seller' | 'buyer'> &
  Pick<Invoice, 'vatBasisPoints' | 'vat'>;

/** Invoices for charges of customers, credit notes for their refunds, and the details that both name. */
@Injectable()
export class InvoiceService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: DatabaseClock,
    private readonly config: AppConfig,
    private readonly settings: SettingsService,
    private readonly audit: AuditService,
  ) {}

  /** The customer's own invoices and credit notes, newest first. */
  async list({ userId }: Actor, page: Page): Promise<InvoiceListData> {
    const [rows, total] = await this.uow.manager.findAndCount(Invoice, {
      where: { userId },
      relations: { invoice: true },
      order: { id: 'DESC' },
      skip: toOffset(page),
      take: page.perPage,
    });
    const months = await this.uow.manager.query<{ month: string }[]>(
      `SELECT DISTINCT to_char(issued_at AT TIME ZONE '${ZONE}', 'YYYY-MM') AS month
       FROM invoice WHERE user_id = $1 ORDER BY month DESC`,
      [userId],
    );
    return {
      invoices: rows.map(toInvoice),
      pagination: toPagination({ rows, total, page }),
      months: months.map(({ month }) => month),
    };
  }

  /** @param owner null for staff, who see those of all customers. */
  async generatePdf(owner: Actor | null, id: number): Promise<Download> {
    const invoice = await this.uow.manager.findOne(Invoice, {
      where: { id, ...(owner && { userId: owner.userId }) },
      relations: { invoice: true },
    });
    if (!invoice) throw invoiceNotFound();
    const content = await renderInvoicePdf(
      invoice,
      await this.getItems(invoice),
      await this.getContact(),
    );
    return { name: `${invoice.number}.pdf`, type: 'application/pdf', content };
  }

  private async getItems(invoice: Invoice): Promise<InvoiceItem[]> {
    const { lines, kind, description, total, transactionId: id } = invoice;
    if (lines)
      return lines.map(({ kobo, ...line }) => ({ ...line, total: Money.kobo(BigInt(kobo)) }));
    const charge = await this.uow.manager.findOneBy(WalletTransaction, { id });
    // Of a refund of some of them, the amount alone counts.
    const quantity = kind === 'invoice' && charge ? toQuantity(charge) : 1;
    return [{ description, quantity, total }];
  }

  /** The documents that were issued in a month of the shop's zone, with their totals. @param month `YYYY-MM`. */
  async generateMonthPdf({ userId }: Actor, month: string): Promise<Download> {
    const invoices = await this.uow.manager
      .createQueryBuilder(Invoice, 'invoice')
      .where('invoice.userId = :userId', { userId })
      .andWhere(`to_char(invoice.issuedAt AT TIME ZONE '${ZONE}', 'YYYY-MM') = :month`, { month })
      .orderBy('invoice.id')
      .getMany();
    if (!invoices.length) throw invoiceNotFound();
    const content = await renderMonthPdf(month, invoices, await this.getContact());
    return { name: `invoices-${month}.pdf`, type: 'application/pdf', content };
  }

  private async getContact(): Promise<Parameters<typeof renderMonthPdf>[2]> {
    const { siteName } = await this.settings.current();
    const { http, support } = this.config;
    return { siteName, url: http.appUrl, supportEmail: support.email };
  }

  /**
   * Issues the one invoice of a transaction, with a credit note for each refund so far; a repeated call returns it. Charges made
   * together have one invoice.
   */
  async issue(actor: Actor, transactionId: number): Promise<IssuedInvoiceData> {
    const { userId } = actor;
    const terms = await this.getTerms();
    const invoice = await this.uow.run(async () => {
      const { charges, earlier } = await this.lockUninvoiced(userId, transactionId);
      if (earlier) return earlier;
      const { charges: billed, refunds } = await this.findUnrefunded(userId, charges);
      const buyer = await this.uow.manager.findOneBy(BillingDetails, { userId });
      if (!buyer) throw billingDetailsRequired();
      const line = toInvoicedLine(billed);
      const vat = calculateIncludedVat(line.amount, terms.vatBasisPoints);
      const issued = await this.insert(line, {
        ...{ userId, kind: 'invoice', invoiceId: null, buyer: toBuyer(buyer) },
        ...{ ...terms, vat },
      });
      for (const refund of refunds) await this.issueCreditNote(userId, issued, refund);
      await this.audit.record(actor, {
        action: 'wallet.invoice_issued',
        target: `user:${userId}`,
        details: `Issued ${issued.number} for ${formatNairaExact(issued.total)} (${issued.reference})`,
      });
      crashPoint('invoice.before-commit');
      return issued;
    });
    return { invoice: toInvoice(invoice) };
  }

  /**
   * Issues the credit note of a refund that was just posted, when its charge has an invoice. Locks the charge and the
   * counter after the wallet. Needs an open unit of work.
   */
  async issueForRefund(userId: number, chargeId: number, refund: InvoicedLine): Promise<void> {
    if (!(await this.lockCharge(userId, chargeId)))
      throw new Error(`The refund ${refund.reference} is not of a charge of user ${userId}`);
    const [invoice] = await this.findByCharges(userId, [chargeId]);
    if (invoice) await this.issueCreditNote(userId, invoice, refund);
  }

  async getBillingDetails({ userId }: Actor): Promise<BillingDetailsData> {
    const details = await this.uow.manager.findOneBy(BillingDetails, { userId });
    return { billing_details: details && toBuyer(details) };
  }

  /** Replaces all of them. */
  async saveBillingDetails(actor: Actor, body: SaveBillingDetailsDto): Promise<BillingDetailsData> {
    const { userId } = actor;
    const details = toBuyer(body);
    await this.uow.run(async () => {
      const manager = this.uow.requireTransaction();
      // A closure of the account erases the details, and waits for this lock.
      const open = await manager.query<unknown[]>(
        'SELECT FROM users WHERE id = $1 AND closed_at IS NULL FOR SHARE',
        [userId],
      );
      if (!open.length) throw accountClosed();
      await manager.upsert(BillingDetails, { userId, ...details }, ['userId']);
      // Without the details: the audit log outlives the account.
      await this.audit.record(actor, {
        action: 'user.billing_details_changed',
        target: `user:${userId}`,
        details: 'Changed the billing details',
      });
    });
    return { billing_details: details };
  }

  /** For an account that is closed; issued invoices stay. Needs an open unit of work. */
  async removeBillingDetails(userId: number): Promise<void> {
    await this.uow.requireTransaction().delete(BillingDetails, { userId });
  }

  /** Before the transaction: the settings can be read on another connection. */
  private async getTerms(): Promise<Pick<Invoice, 'seller' | 'vatBasisPoints'>> {
    const settings = await this.settings.current();
    return {
      seller: {
        name: settings.invoiceSellerName,
        address: settings.invoiceSellerAddress,
        tin: settings.invoiceSellerTin,
        rcNumber: settings.rcNumber,
      },
      vatBasisPoints: toBasisPoints(settings.vatPercentage),
    };
  }

  /** Locks the customer's own transaction, so that an invoice and a refund of the same charge see each other. */
  private lockCharge(userId: number, id: number): Promise<WalletTransaction | null> {
    return this.uow.requireTransaction().findOne(WalletTransaction, {
      where: { id, userId },
      lock: { mode: 'for_no_key_update' },
    });
  }

  /**
   * Locks a transaction with those that were made together with it.
   * @returns its invoice, or what of them has none and can have one.
   * @throws DomainError not_found; conflict when none can.
   */
  private async lockUninvoiced(
    userId: number,
    id: number,
  ): Promise<{ charges: WalletTransaction[]; earlier?: Invoice }> {
    const line = await this.uow.requireTransaction().findOneBy(WalletTransaction, { id, userId });
    if (!line) throw transactionNotFound();
    const batch = toBatchId(line);
    const locked = await this.uow
      .requireTransaction()
      .createQueryBuilder(WalletTransaction, 'line')
      .setLock('for_no_key_update')
      .where('line.userId = :userId', { userId })
      .andWhere(
        // Of a batch of any size the transaction itself is among them.
        batch
          ? `line.id IN (SELECT b.id FROM wallet_transaction b WHERE b.user_id = :userId AND ${isOfBatch('b', ':batch')}
              ORDER BY b.id < :id, b.id LIMIT ${MAX_LINES})`
          : 'line.id = :id',
        { id, batch },
      )
      // In one order, so that invoices of the same batch wait for each other.
      .orderBy('line.id')
      .getMany();
    const invoices = await this.findByCharges(
      userId,
      locked.map((charge) => charge.id),
    );
    const earlier = invoices.find((invoice) => toChargeIds(invoice).includes(id));
    if (earlier) return { charges: [], earlier };
    const invoiced = new Set(invoices.flatMap(toChargeIds));
    const charges = locked.filter(
      ({ id: charge, purpose, status }) => !invoiced.has(charge) && isInvoiceable(purpose, status),
    );
    if (charges.length) return { charges };
    throw line.purpose === 'purchase' && line.status === 'refunded'
      ? chargeRefunded()
      : notInvoiceable();
  }

  /** Leaves out charges that were refunded in full, in parts. @returns the refunds of the others, too. */
  private async findUnrefunded(
    userId: number,
    charges: readonly WalletTransaction[],
  ): Promise<{ charges: WalletTransaction[]; refunds: WalletTransaction[] }> {
    const refunds = await this.uow.manager.find(WalletTransaction, {
      where: { userId, refundOf: In(charges.map(({ id }) => id)), status: 'successful' },
      order: { id: 'ASC' },
    });
    const isLeft = ({ id, amount }: WalletTransaction): boolean =>
      refunds
        .filter(({ refundOf }) => refundOf === id)
        .reduce((sum, refund) => sum.plus(refund.amount), Money.zero)
        .isLessThan(amount);
    const left = charges.filter(isLeft);
    if (!left.length) throw chargeRefunded();
    const ids = new Set<number | null>(left.map(({ id }) => id));
    return { charges: left, refunds: refunds.filter(({ refundOf }) => ids.has(refundOf)) };
  }

  private findByCharges(userId: number, ids: readonly number[]): Promise<Invoice[]> {
    return this.uow.manager
      .createQueryBuilder(Invoice, 'invoice')
      .where(`invoice.userId = :userId AND invoice.kind = 'invoice'`, { userId })
      .andWhere(
        `(invoice.transactionId = ANY(:ids) OR EXISTS (SELECT FROM jsonb_array_elements(invoice.lines) AS l
          WHERE (l ->> 'transactionId')::int = ANY(:ids)))`,
        { ids },
      )
      .getMany();
  }

  /**
   * Needs the charge locked. A credit note names the parties and the rate of its invoice.
   * @throws Error when the refund exceeds what is left of the invoice.
   */
  private async issueCreditNote(
    userId: number,
    invoice: Invoice,
    refund: InvoicedLine,
  ): Promise<void> {
    const notes = await this.uow.manager.findBy(Invoice, { invoiceId: invoice.id });
    const earlier = {
      total: notes.reduce((sum, { total }) => sum.plus(total), Money.zero),
      vat: notes.reduce((sum, { vat }) => sum.plus(vat), Money.zero),
    };
    if (invoice.total.isLessThan(earlier.total.plus(refund.amount)))
      throw new Error(`The refund ${refund.reference} exceeds ${invoice.number}`);
    const { seller, buyer, vatBasisPoints } = invoice;
    const vat = calculateRefundedVat(refund.amount, earlier, vatBasisPoints);
    await this.insert(refund, {
      ...{ userId, kind: 'credit_note', invoiceId: invoice.id },
      ...{ seller, buyer, vatBasisPoints, vat },
    });
  }

  /** Numbers and stores it. The counter stays locked until the unit of work ends, so this comes last. */
  private async insert(line: InvoicedLine, document: NewDocument): Promise<Invoice> {
    const { year, sequence, issuedAt } = await this.drawNumber(document.kind);
    const manager = this.uow.requireTransaction();
    const row = manager.create(Invoice, {
      ...document,
      transactionId: line.id,
      reference: line.reference,
      description: line.description,
      lines: line.lines ?? null,
      year,
      sequence,
      number: toInvoiceNumber(document.kind, year, sequence),
      net: line.amount.minus(document.vat),
      total: line.amount,
      issuedAt,
    });
    const { identifiers } = await manager.insert(Invoice, row);
    return Object.assign(row, { id: identifiers[0]!.id as number });
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
}

const toQuantity = ({ metadata }: WalletTransaction): number => Number(metadata.quantity ?? 1);

const toChargeIds = ({ lines, transactionId }: Invoice): number[] =>
  lines ? lines.map((line) => line.transactionId) : [transactionId];

/** @param charges at least one, oldest first. */
function toInvoicedLine(charges: readonly WalletTransaction[]): InvoicedLine {
  const first = charges[0]!;
  if (charges.length === 1) return first;
  return {
    id: first.id,
    reference: first.reference,
    description: describeBatch(charges.length),
    amount: charges.reduce((sum, { amount }) => sum.plus(amount), Money.zero),
    lines: charges.map((charge) => ({
      transactionId: charge.id,
      description: charge.description,
      quantity: toQuantity(charge),
      kobo: charge.amount.kobo.toString(),
    })),
  };
}

const yearOf = (at: Date): number => Number(dayOf(at).slice(0, 4));
