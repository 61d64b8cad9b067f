import { Injectable } from '@nestjs/common';
import type { Actor } from '../../common/security/actor';
import { WalletService } from '../../wallet/wallet.service';
import type { StatementLine } from '../../wallet/wallet.types';
import { REFERENCE_PATTERN } from '../payments.types';
import { paymentNotFound } from '../payments.errors';
import type { Payment } from '../payment.entity';
import { PaymentRepository } from '../payment.repository';
import { SettlementService } from '../settlement/settlement.service';

/** Verifies a top-up on the customer's request. */
@Injectable()
export class VerificationService {
  constructor(
    private readonly payments: PaymentRepository,
    private readonly settlement: SettlementService,
    private readonly wallet: WalletService,
  ) {}

  /** @throws DomainError not_found PAYMENT_NOT_FOUND for an unknown reference or another customer's. */
  async verify(
    actor: Actor,
    reference: string,
  ): Promise<{ payment: Payment; line: StatementLine }> {
    const own = REFERENCE_PATTERN.test(reference)
      ? await this.payments.findOwned(actor.userId, reference)
      : null;
    const payment = own && (await this.settlement.settlePayment(own));
    const line = payment && (await this.wallet.findTransaction(payment.transactionId));
    if (!line) throw paymentNotFound();
    return { payment, line };
  }
}
