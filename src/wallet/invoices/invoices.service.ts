import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { crashPoint } from '../../common/crash-point';
import type { Page, Paged } from '../../common/http/pagination';
import { formatNairaExact, Money } from '../../common/money/money';
import type { Actor } from '../../common/security/actor';
import { AppConfig } from '../../config/app-config';
import { UnitOfWork } from '../../database/unit-of-work';
import { SettingsService } from '../../settings/settings.service';
import {
  billingDetailsRequired,
  chargeRefunded,
  invoiceNotFound,
  notInvoiceable,
  transactionNotFound,
} from '../wallet.errors';
import { BillingDetailsService } from './billing/billing-details.service';
import { CreditNotesService } from './credit-notes.service';
import { renderInvoicePdf } from './invoice-pdf';
import { InvoiceRepository } from './invoice.repository';
import { isInvoiceable, type InvoiceDocument, type Seller } from './invoice.types';
import { calculateIncludedVat, toBasisPoints } from './vat';

/** Issues invoices for charges of customers, and serves them with their credit notes. */
@Injectable()
export class InvoicesService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly config: AppConfig,
    private readonly settings: SettingsService,
    private readonly repository: InvoiceRepository,
    private readonly creditNotes: CreditNotesService,
    private readonly billing: BillingDetailsService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Issues the one invoice of a transaction, with a credit note for each refund so far; a repeated call returns it.
   * @throws DomainError not_found TRANSACTION_NOT_FOUND; conflict NOT_INVOICEABLE, BILLING_DETAILS_REQUIRED.
   */
  async issue(actor: Actor, transactionId: number): Promise<InvoiceDocument> {
    const { seller, vatBasisPoints } = await this.getTerms();
    return this.uow.run(async () => {
      const line = await this.repository.lockOwned(actor.userId, transactionId);
      if (!line) throw transactionNotFound();
      const earlier = await this.repository.findByTransaction(actor.userId, transactionId);
      if (earlier?.kind === 'invoice') return earlier;
      if (line.purpose === 'purchase' && line.status === 'refunded') throw chargeRefunded();
      if (!isInvoiceable(line.purpose, line.status)) throw notInvoiceable();
      const refunds = await this.repository.findRefunds(actor.userId, transactionId);
      const refunded = refunds.reduce((sum, { amount }) => sum.plus(amount), Money.zero);
      if (!refunded.isLessThan(line.amount)) throw chargeRefunded();
      const buyer = await this.billing.find(actor.userId);
      if (!buyer) throw billingDetailsRequired();
      const invoice = await this.repository.insert({
        userId: actor.userId,
        kind: 'invoice',
        transactionId,
        invoiceId: null,
        reference: line.reference,
        description: line.description,
        seller,
        buyer,
        vatBasisPoints,
        vat: calculateIncludedVat(line.amount, vatBasisPoints),
        total: line.amount,
      });
      for (const refund of refunds) await this.creditNotes.issue(actor.userId, invoice, refund);
      await this.audit.record(actor, {
        action: 'wallet.invoice_issued',
        target: `user:${actor.userId}`,
        details: `Issued ${invoice.number} for ${formatNairaExact(invoice.total)} (${invoice.reference})`,
      });
      crashPoint('invoice.before-commit');
      return invoice;
    });
  }

  list({ userId }: Actor, page: Page): Promise<Paged<InvoiceDocument>> {
    return this.repository.list(userId, page);
  }

  /** @throws DomainError not_found INVOICE_NOT_FOUND. */
  async generatePdf(
    { userId }: Actor,
    id: number,
  ): Promise<{ readonly name: string; readonly content: Buffer }> {
    const invoice = await this.repository.findOwned(userId, id);
    if (!invoice) throw invoiceNotFound();
    const content = await renderInvoicePdf(invoice, {
      url: this.config.http.appUrl,
      supportEmail: this.config.support.email,
    });
    return { name: `${invoice.number}.pdf`, content };
  }

  /** Before the transaction: the settings can be read on another connection. */
  private async getTerms(): Promise<{ seller: Seller; vatBasisPoints: number }> {
    const settings = await this.settings.current();
    return {
      seller: {
        name: settings.invoiceSellerName,
        address: settings.invoiceSellerAddress,
        tin: settings.invoiceSellerTin,
      },
      vatBasisPoints: toBasisPoints(settings.vatPercentage),
    };
  }
}
