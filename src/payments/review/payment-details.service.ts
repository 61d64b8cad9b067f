import { Injectable } from '@nestjs/common';
import { PaymentAcknowledgementRepository } from '../acknowledgements/payment-acknowledgement.repository';
import { PaymentRepository } from '../payment.repository';
import { cardPaymentNotFound } from '../payments.errors';
import { RefundRepository } from '../refunds/refund.repository';
import { ChargebackRepository } from '../reversals/chargeback.repository';
import type { PaymentDetails } from '../payments.types';

/** Card payments with their refunds and chargebacks. */
@Injectable()
export class PaymentDetailsService {
  constructor(
    private readonly acknowledgements: PaymentAcknowledgementRepository,
    private readonly payments: PaymentRepository,
    private readonly refunds: RefundRepository,
    private readonly chargebacks: ChargebackRepository,
  ) {}

  /** @throws DomainError not_found. */
  async get(id: number): Promise<PaymentDetails> {
    const payment = await this.payments.findById(id);
    if (!payment) throw cardPaymentNotFound();
    return {
      payment,
      refunds: await this.refunds.findByPayment(id),
      toAcknowledge: await this.acknowledgements.findOpen(id),
      chargebacks: await this.chargebacks.findByPayment(id),
    };
  }
}
