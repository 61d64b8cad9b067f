import { Injectable } from '@nestjs/common';
import { AuditService, type AuditActor } from '../../audit/audit.service';
import { formatNaira, Money } from '../../common/money/money';
import type { Actor } from '../../common/security/actor';
import { Clock } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { WalletService } from '../../wallet/wallet.service';
import type { ClawbackResult } from '../../wallet/wallet.types';
import type { Payment } from '../payment.entity';
import { PaymentRepository } from '../payment.repository';
import { RefundService } from '../refunds/refund.service';
import {
  alreadyChargedBack,
  chargebackTooLarge,
  paymentNotCredited,
  cardPaymentNotFound,
} from '../payments.errors';

interface Reversal {
  readonly by: AuditActor;
  readonly payment: Payment;
  readonly amount: Money;
  readonly key: string;
  readonly reference: string;
  readonly kind: 'chargeback' | 'payment_refund';
  readonly reason: string;
}

/** Claws back credited money after a chargeback or a refund at the card provider. */
@Injectable()
export class ChargebackService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly payments: PaymentRepository,
    private readonly wallet: WalletService,
    private readonly refunds: RefundService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Records a chargeback. A payment has at most one; a second call is rejected.
   * @param naira whole naira; the remaining amount when undefined.
   * @throws DomainError not_found, conflict PAYMENT_NOT_CREDITED, ALREADY_CHARGED_BACK, invalid amount.
   */
  record(actor: Actor, paymentId: number, reason: string, naira?: number): Promise<ClawbackResult> {
    return this.uow.run(async () => {
      const payment = await this.payments.findAndLock(paymentId);
      if (!payment) throw cardPaymentNotFound();
      if (payment.status !== 'successful') throw paymentNotCredited(payment.status);
      const left = getRemaining(payment);
      if (left.isZero) throw alreadyChargedBack();
      const amount = naira === undefined ? left : Money.naira(naira);
      if (left.isLessThan(amount)) throw chargebackTooLarge(left);
      return this.applyReversal({
        by: actor,
        payment,
        amount,
        key: `chargeback:${payment.reference}`,
        reference: `CHARGEBACK-${payment.id}`,
        kind: 'chargeback',
        reason,
      });
    });
  }

  /**
   * Claws back a refund that was made at the provider, once per refund, up to the remaining amount. Nothing
   * while an excess that was not credited is open, since the refund may be of that.
   * @returns whether the whole refund is clawed back; false needs a staff decision.
   */
  applyProviderRefund(
    chargeReference: string,
    refundReference: string,
    refunded: Money,
  ): Promise<boolean> {
    const reference = `PROVIDER-REFUND-${refundReference}`;
    return this.uow.run(async () => {
      const found = await this.payments.findByReference(chargeReference);
      const payment = found && (await this.payments.lockById(found.id));
      if (payment?.status !== 'successful') return false;
      if (await this.wallet.findByReference(reference)) return true;
      if (await this.refunds.hasOpenExcess(payment)) return false;
      const left = getRemaining(payment);
      const amount = left.isLessThan(refunded) ? left : refunded;
      if (amount.isPositive)
        await this.applyReversal({
          by: 'system',
          payment,
          amount,
          key: `payment_refund:${refundReference}`,
          reference,
          kind: 'payment_refund',
          reason: `The card provider refunded it (${refundReference}).`,
        });
      return amount.equals(refunded);
    });
  }

  /** Posts to the ledger first: a repeated idempotency key moves nothing and is rejected. */
  private async applyReversal(reversal: Reversal): Promise<ClawbackResult> {
    const { by, payment, amount, reason } = reversal;
    const clawback = await this.wallet.clawback(
      {
        userId: payment.userId,
        reference: reversal.reference,
        type: 'debit',
        purpose: 'chargeback',
        amount,
        description: `Chargeback of top-up ${payment.reference}`,
        paymentMethod: 'card',
        metadata: { payment_id: payment.id },
      },
      { idempotencyKey: reversal.key, kind: reversal.kind, against: 'korapay_clearing' },
    );
    if (clawback.replayed) throw alreadyChargedBack();
    if (!(await this.payments.addChargedBack(payment.id, amount, this.clock.now())))
      throw new Error(`Payment ${payment.id} has not ${amount} left to take back`);
    const before = Money.kobo(payment.chargedBackKobo);
    await this.audit.record(by, {
      action: 'payment.charged_back',
      target: `payment:${payment.id}`,
      details:
        `${formatNaira(amount)} of top-up ${payment.reference} was taken back: ` +
        `${formatNaira(clawback.fromWallet)} from the wallet, ${formatNaira(clawback.owed)} owed. ${reason}`,
      before: { charged_back: before },
      after: { charged_back: before.plus(amount) },
    });
    return clawback;
  }
}

const getRemaining = (payment: Payment): Money =>
  Money.kobo(payment.creditedKobo ?? payment.amountKobo).minus(Money.kobo(payment.chargedBackKobo));
