import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { formatNaira, Money } from '../../common/money/money';
import type { Actor } from '../../common/security/actor';
import { Clock } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { WalletService } from '../../wallet/wallet.service';
import type { Payment } from '../payment.entity';
import { PaymentRepository } from '../payment.repository';
import { paymentNotInReview, paymentNotRejected, cardPaymentNotFound } from '../payments.errors';
import { RefundService } from '../refunds/refund.service';
import { SettlementService } from '../settlement/settlement.service';

/** Staff decisions about payments that cannot be settled automatically. */
@Injectable()
export class PaymentReviewService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly payments: PaymentRepository,
    private readonly wallet: WalletService,
    private readonly refunds: RefundService,
    private readonly settlement: SettlementService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Credits exactly the requested amount, under the same idempotency key as an automatic settlement, so
   * that a payment is never credited twice.
   * @throws DomainError not_found, conflict PAYMENT_NOT_IN_REVIEW.
   */
  accept(actor: Actor, paymentId: number, reason: string): Promise<void> {
    return this.uow.run(async () => {
      const payment = await this.lockPayment(paymentId);
      await this.transition(payment, 'successful', { settledAt: this.clock.now() });
      const { moved } = await this.wallet.complete(
        payment.transactionId,
        {
          idempotencyKey: `topup:${payment.reference}`,
          kind: 'topup',
          against: 'korapay_clearing',
        },
        { paymentMethod: 'card', metadata: { accepted_by: actor.userId } },
      );
      if (!moved) throw new Error(`Payment ${payment.id} was booked without being settled`);
      await this.recordAudit(actor, payment, 'successful', 'accepted and credited', reason);
    });
  }

  /**
   * Closes the payment without a credit. Final.
   * @param refund whether the paid amount is refunded to the card.
   * @throws DomainError not_found, conflict PAYMENT_NOT_IN_REVIEW, NOTHING_TO_REFUND.
   */
  reject(actor: Actor, paymentId: number, reason: string, refund: boolean): Promise<void> {
    return this.uow.run(async () => {
      const payment = await this.lockPayment(paymentId);
      await this.transition(payment, 'rejected');
      await this.wallet.closePending(payment.transactionId, 'failed');
      await this.recordAudit(actor, payment, 'rejected', 'rejected', reason);
      if (refund) await this.refunds.create(actor, payment, reason);
    });
  }

  /**
   * Refunds a rejected payment to the card when the rejection did not, or when that refund failed.
   * @throws DomainError not_found, conflict PAYMENT_NOT_REJECTED, REFUND_EXISTS, NOTHING_TO_REFUND.
   */
  refund(actor: Actor, paymentId: number, reason: string): Promise<void> {
    return this.uow.run(async () => {
      const payment = await this.lockPayment(paymentId);
      if (payment.status !== 'rejected') throw paymentNotRejected(payment.status);
      await this.refunds.create(actor, payment, reason);
    });
  }

  /** Looks the charge up now and settles as the worker does. @throws DomainError not_found. */
  async recheck(actor: Actor, paymentId: number, reason: string): Promise<void> {
    const before = await this.payments.findById(paymentId);
    if (!before) throw cardPaymentNotFound();
    const payment = (await this.settlement.settleById(paymentId)) ?? before;
    await this.uow.run(() =>
      this.audit.record(actor, {
        action: 'payment.rechecked',
        target: `payment:${paymentId}`,
        details: `Asked the card provider about ${payment.reference}: ${payment.status}. ${reason}`,
        before: { status: before.status },
        after: { status: payment.status },
      }),
    );
  }

  private async lockPayment(paymentId: number): Promise<Payment> {
    const payment = await this.payments.findAndLock(paymentId);
    if (!payment) throw cardPaymentNotFound();
    return payment;
  }

  private async transition(
    payment: Payment,
    to: 'successful' | 'rejected',
    change?: Pick<Payment, 'settledAt'>,
  ): Promise<void> {
    if (payment.status !== 'review') throw paymentNotInReview(payment.status);
    if (!(await this.payments.transition(payment.id, to, change)))
      throw new Error(`Payment ${payment.id} cannot go from review to ${to}`);
  }

  private recordAudit(
    actor: Actor,
    payment: Payment,
    status: 'successful' | 'rejected',
    outcome: string,
    reason: string,
  ): Promise<void> {
    const amount = Money.kobo(payment.amountKobo);
    const credited = status === 'successful' ? amount : Money.zero;
    return this.audit.record(actor, {
      action: 'payment.review_closed',
      target: `payment:${payment.id}`,
      details: `Top-up ${payment.reference} of ${formatNaira(amount)} was ${outcome}. ${reason}`,
      before: { status: payment.status, reason: payment.reason, credited: '0.00' },
      after: { status, reason, credited: credited.toDecimalString() },
    });
  }
}
