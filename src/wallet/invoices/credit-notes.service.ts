import { Injectable } from '@nestjs/common';
import type { InvoicedLine } from './invoice.repository';
import { InvoiceRepository } from './invoice.repository';
import type { InvoiceDocument } from './invoice.types';
import { calculateRefundedVat } from './vat';

/** Issues credit notes for refunds of what was invoiced. */
@Injectable()
export class CreditNotesService {
  constructor(private readonly repository: InvoiceRepository) {}

  /**
   * Issues the credit note of a refund that was just posted, when its charge has an invoice. Locks the charge and the
   * counter after the wallet. Needs an open unit of work.
   */
  async issueForRefund(userId: number, chargeId: number, refund: InvoicedLine): Promise<void> {
    if (!(await this.repository.lockOwned(userId, chargeId)))
      throw new Error(`The refund ${refund.reference} is not of a charge of user ${userId}`);
    const invoice = await this.repository.findByTransaction(userId, chargeId);
    if (invoice) await this.issue(userId, invoice, refund);
  }

  /**
   * Needs the charge locked. A credit note names the parties and the rate of its invoice.
   * @throws Error when the refund exceeds what is left of the invoice.
   */
  async issue(userId: number, invoice: InvoiceDocument, refund: InvoicedLine): Promise<void> {
    const earlier = await this.repository.sumCreditNotes(invoice.id);
    if (invoice.total.isLessThan(earlier.total.plus(refund.amount)))
      throw new Error(`The refund ${refund.reference} exceeds ${invoice.number}`);
    await this.repository.insert({
      userId,
      kind: 'credit_note',
      transactionId: refund.id,
      invoiceId: invoice.id,
      reference: refund.reference,
      description: refund.description,
      seller: invoice.seller,
      buyer: invoice.buyer,
      vatBasisPoints: invoice.vatBasisPoints,
      vat: calculateRefundedVat(refund.amount, earlier, invoice.vatBasisPoints),
      total: refund.amount,
    });
  }
}
