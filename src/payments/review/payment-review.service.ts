import { formatNaira, Money } from '../../common/money/money';
import { ReferralRewardsService } from '../../referrals/referral-rewards.service';
import type { Payment } from '../payment.entity';
import {
  paidAmountUnknown,
  cardPaymentNotFound,
  memberNotCredited,
  paymentNotInReview,
  paymentNotRejected,
  paymentNotSettled,
} from '../payments.errors';
import { type CreditChoice, type PaymentDetails } from '../payments.types';
import { Injectable, Logger } from '@nestjs/common';
import type { AuditValues } from '../../audit/audit-changes.types';
import { AuditService } from '../../audit/audit.service';
import { crashPoint } from '../../common/crash-point';
import { DomainError } from '../../common/errors/domain-error';
import type { Actor } from '../../common/security/actor';
import { DatabaseClock } from '../../database/database-clock';
import { isDatabaseUnavailable } from '../../database/pg-errors';
import { UnitOfWork } from '../../database/unit-of-work';
import { WalletService } from '../../wallet/wallet.service';
import { ClearingService } from '../clearing.service';
import { CouponsService } from '../coupons/coupons.service';
import { PaymentRepository, type PaymentUpdate } from '../payment.repository';
import { RefundService } from '../refunds/refund.service';
import { findPaymentMethod, SettlementService } from '../settlement/settlement.service';
import { PaymentAcknowledgementService } from '../acknowledgements/payment-acknowledgement.service';
import { ChargebackService } from '../reversals/chargeback.service';

/** How the money of an accepted payment is divided. */
interface Acceptance {
  /** Null when it is unknown. */
  readonly received: Money | null;
  /** Part of the charge that is credited. */
  readonly credited: Money;
  /** Credited on top at the expense of the shop. */
  readonly goodwill: Money;
  /** Part of the charge that is refunded to the card. */
  readonly excess: Money;
}

/** Staff decisions about payments that cannot be settled automatically. */
@Injectable()
export class PaymentReviewService {
  private readonly logger = new Logger(PaymentReviewService.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: DatabaseClock,
    private readonly payments: PaymentRepository,
    private readonly wallet: WalletService,
    private readonly refunds: RefundService,
    private readonly chargebacks: ChargebackService,
    private readonly acknowledgements: PaymentAcknowledgementService,
    private readonly clearing: ClearingService,
    private readonly coupons: CouponsService,
    private readonly rewards: ReferralRewardsService,
    private readonly settlement: SettlementService,
    private readonly audit: AuditService,
  ) {}

  /** A payment with its refunds and chargebacks. */
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

  /**
   * Credits what was paid or what was requested, the charge under the same idempotency key as an automatic
   * settlement, so that a payment is never credited twice.
   */
  accept(
    actor: Actor,
    paymentId: number,
    reason: string,
    choice: CreditChoice = 'paid',
  ): Promise<void> {
    return this.uow.run(async () => {
      const payment = await this.lockPayment(paymentId);
      if (payment.status !== 'review') throw paymentNotInReview(payment.status);
      if (await this.payments.lockMembership(payment.userId)) throw memberNotCredited();
      const acceptance = decideAcceptance(payment, choice);
      const accepted = {
        settledAt: await this.clock.now(),
        credited: acceptance.credited,
        goodwill: acceptance.goodwill,
      };
      await this.transition(payment, 'successful', accepted);
      const { userId } = payment;
      await this.rewards.topupCredited({ paymentId, userId, amount: acceptance.credited });
      await this.clearing.releaseCredited(payment, acceptance.credited);
      await this.creditCharge(actor, payment, acceptance);
      await this.coupons.grant(payment, acceptance.credited.plus(acceptance.goodwill));
      if (acceptance.goodwill.isPositive) await this.creditGoodwill(actor, payment, acceptance);
      const { received, credited, goodwill, excess } = acceptance;
      await this.recordClosure(
        actor,
        payment,
        `accepted: ${describeAcceptance(acceptance)}`,
        reason,
        {
          status: 'successful',
          reason,
          received,
          credited: credited.plus(goodwill),
          goodwill,
          refunded: excess,
        },
      );
      if (acceptance.excess.isPositive)
        await this.refunds.create(actor, { ...payment, ...accepted }, reason);
      crashPoint('accept.before-commit');
    });
  }

  /**
   * Locks the payment and calculates what `accept` would add at the expense of the shop.
   */
  async previewGoodwill(
    paymentId: number,
    choice: CreditChoice = 'paid',
  ): Promise<{ userId: number; goodwill: Money }> {
    const payment = await this.lockPayment(paymentId);
    if (payment.status !== 'review') throw paymentNotInReview(payment.status);
    return { userId: payment.userId, goodwill: decideAcceptance(payment, choice).goodwill };
  }

  /**
   * Closes the payment without a credit. Final.
   * @param refund whether the paid amount is refunded to the card.
   */
  reject(actor: Actor, paymentId: number, reason: string, refund: boolean): Promise<void> {
    return this.uow.run(async () => {
      const payment = await this.lockPayment(paymentId);
      await this.transition(payment, 'rejected');
      await this.wallet.closePending(payment.transactionId, 'failed');
      await this.coupons.release(payment.id);
      await this.recordClosure(actor, payment, 'rejected', reason, {
        status: 'rejected',
        reason,
        credited: '0.00',
      });
      if (refund) await this.refunds.create(actor, payment, reason);
    });
  }

  /**
   * Refunds a rejected payment to the card when the rejection did not, or when that refund failed, or the
   * excess of an accepted payment when its refund failed.
   */
  refund(actor: Actor, paymentId: number, reason: string): Promise<void> {
    return this.uow.run(async () => {
      const payment = await this.lockPayment(paymentId);
      if (payment.status !== 'rejected' && payment.credited === null)
        throw paymentNotRejected(payment.status);
      await this.refunds.create(actor, payment, reason);
    });
  }

  /**
   * Looks the charge up now and settles as the worker does.
   */
  async recheck(actor: Actor, paymentId: number, reason: string): Promise<void> {
    const before = await this.payments.findById(paymentId);
    if (!before) throw cardPaymentNotFound();
    const result = await this.trySettle(before);
    const after = 'error' in result ? before : result;
    await this.uow.run(() =>
      this.audit.record(actor, {
        action: 'payment.rechecked',
        target: `payment:${paymentId}`,
        details:
          'error' in result
            ? `Checking ${before.reference} failed: ${result.error}. ${reason}`
            : `Checked ${after.reference} with the card provider: ${after.status}. ${reason}`,
        before: { status: before.status },
        after: { status: after.status },
      }),
    );
    if ('error' in result) throw paymentNotSettled();
  }

  /** @returns the current payment, or the error that stopped its settlement. */
  private async trySettle(payment: Payment): Promise<Payment | { error: string }> {
    try {
      return (await this.settlement.settleById(payment.id)) ?? payment;
    } catch (error) {
      // These have an answer of their own.
      if (error instanceof DomainError || isDatabaseUnavailable(error)) throw error;
      this.logger.error({ err: error, paymentId: payment.id }, 'A payment could not be rechecked');
      return { error: (error instanceof Error ? error.message : String(error)).slice(0, 500) };
    }
  }

  private async lockPayment(paymentId: number): Promise<Payment> {
    const payment = await this.payments.findAndLock(paymentId);
    if (!payment) throw cardPaymentNotFound();
    return payment;
  }

  private async transition(
    payment: Payment,
    to: 'successful' | 'rejected',
    change?: PaymentUpdate,
  ): Promise<void> {
    if (payment.status !== 'review') throw paymentNotInReview(payment.status);
    if (!(await this.payments.transition(payment.id, to, change)))
      throw new Error(`Payment ${payment.id} cannot go from review to ${to}`);
  }

  private async creditCharge(
    actor: Actor,
    payment: Payment,
    { credited }: Acceptance,
  ): Promise<void> {
    const { moved } = await this.wallet.complete(
      payment.transactionId,
      {
        idempotencyKey: `topup:${payment.reference}`,
        kind: 'topup',
        against: 'korapay_clearing',
      },
      {
        amount: credited,
        paymentMethod: await findPaymentMethod(this.wallet, payment),
        metadata: { accepted_by: actor.userId },
      },
    );
    if (!moved) throw new Error(`Payment ${payment.id} was booked without being settled`);
  }

  private async creditGoodwill(
    actor: Actor,
    payment: Payment,
    { goodwill }: Acceptance,
  ): Promise<void> {
    const { replayed } = await this.wallet.credit(
      {
        userId: payment.userId,
        reference: `GOODWILL-${payment.id}`,
        type: 'credit',
        purpose: 'goodwill',
        amount: goodwill,
        description: `Added by us to your top-up ${payment.reference}`,
        paymentMethod: 'admin',
        metadata: { payment_id: payment.id, accepted_by: actor.userId },
      },
      { idempotencyKey: `goodwill:${payment.reference}`, kind: 'goodwill', against: 'goodwill' },
    );
    if (replayed) throw new Error(`Goodwill of payment ${payment.id} was booked before`);
  }

  private recordClosure(
    actor: Actor,
    payment: Payment,
    outcome: string,
    reason: string,
    after: AuditValues,
  ): Promise<void> {
    const amount = formatNaira(payment.amount);
    return this.audit.record(actor, {
      action: 'payment.review_closed',
      target: `payment:${payment.id}`,
      details: `Top-up ${payment.reference} of ${amount} was ${outcome}. ${reason}`,
      before: { status: payment.status, reason: payment.reason, credited: Money.zero },
      after,
    });
  }
}

/**
 * `paid` credits what was received. `asked` credits the requested amount: the shop adds what an underpayment
 * lacks, and the excess of an overpayment is refunded.
 */
function decideAcceptance(
  { amount: asked, received }: Pick<Payment, 'amount' | 'received'>,
  choice: CreditChoice,
): Acceptance {
  const none = { goodwill: Money.zero, excess: Money.zero };
  if (!received) {
    if (choice === 'paid') throw paidAmountUnknown();
    return { received, credited: asked, ...none };
  }
  if (choice === 'paid') return { received, credited: received, ...none };
  return received.isLessThan(asked)
    ? { received, credited: received, goodwill: asked.minus(received), excess: Money.zero }
    : { received, credited: asked, goodwill: Money.zero, excess: received.minus(asked) };
}

/** A sentence for the audit log. */
function describeAcceptance({ received, credited, goodwill, excess }: Acceptance): string {
  const paid = received ? `${formatNaira(received)} was paid` : 'the paid amount is unknown';
  const parts = [`${paid}, ${formatNaira(credited.plus(goodwill))} credited`];
  if (goodwill.isPositive) parts.push(`the shop bears ${formatNaira(goodwill)}`);
  if (excess.isPositive) parts.push(`${formatNaira(excess)} is refunded to the card`);
  return parts.join('; ');
}
