import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { Money, formatNaira } from '../../common/money/money';
import { UnitOfWork } from '../../database/unit-of-work';
import { PaymentChargeback, type ChargebackKind } from './payment-chargeback.entity';
import { AuditService, type AuditActor } from '../../audit/audit.service';
import { crashPoint } from '../../common/crash-point';
import type { Actor } from '../../common/security/actor';
import { toKeyedReference } from '../../common/http/api.decorators';
import { DatabaseClock } from '../../database/database-clock';
import { ReferralRewardsService } from '../../referrals/referral-rewards.service';
import { WalletService } from '../../wallet/wallet.service';
import type { ClawbackResult } from '../../wallet/wallet.types';
import { CouponsService } from '../coupons/coupons.service';
import type { Payment } from '../payment.entity';
import { findPaymentMethod } from '../settlement/settlement.service';
import { PaymentRepository } from '../payment.repository';
import { PayoutItemService } from '../payouts/payout-item.service';
import { RefundService } from '../refunds/refund.service';
import {
  alreadyChargedBack,
  cardPaymentNotFound,
  chargebackNotFound,
  chargebackNotWinnable,
  chargebackTooLarge,
  chargedBackChanged,
  paymentNotCredited,
} from '../payments.errors';
import type { WonDispute } from '../payments.types';

export interface NewChargebackRequest {
  readonly reason: string;
  /** The remaining amount when undefined. */
  readonly amount?: Money;
  /** What was charged back of the payment when the amount was chosen. */
  readonly seen?: Money;
  /** The caller's idempotency key; the same one takes back once, whatever happened in between. */
  readonly key?: string;
  /** Of a chargeback that was prepared before. */
  readonly reference?: string;
}

/** A chargeback that can be recorded, while the payment is locked. */
export interface PreparedChargeback {
  readonly payment: Payment;
  readonly amount: Money;
  readonly reference: string;
  /** Whether an earlier call with the same reference recorded it. */
  readonly recorded: boolean;
}

interface Reversal {
  readonly by: AuditActor;
  readonly payment: Payment;
  readonly amount: Money;
  readonly key: string;
  readonly reference: string;
  readonly kind: ChargebackKind;
  readonly reason: string;
}

/** Claws back credited money after a chargeback or a refund at the card provider. */
@Injectable()
export class ChargebackService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: DatabaseClock,
    private readonly payments: PaymentRepository,
    private readonly wallet: WalletService,
    private readonly coupons: CouponsService,
    private readonly rewards: ReferralRewardsService,
    private readonly refunds: RefundService,
    private readonly payoutItems: PayoutItemService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Records a chargeback. A payment can have several, up to what was credited.
   */
  record(actor: Actor, paymentId: number, request: NewChargebackRequest): Promise<ClawbackResult> {
    return this.uow.run(async () => {
      const { recorded, ...prepared } = await this.prepare(actor, paymentId, request);
      const reversal: Reversal = {
        ...prepared,
        by: actor,
        key: `chargeback:${prepared.reference}`,
        kind: 'chargeback',
        reason: request.reason,
      };
      return recorded ? this.clawback(reversal) : this.applyReversal(reversal);
    });
  }

  /** Locks the payment and checks what `record` would do. */
  async prepare(
    actor: Actor,
    paymentId: number,
    { amount, seen, key, ...request }: NewChargebackRequest,
  ): Promise<PreparedChargeback> {
    const payment = await this.payments.findAndLock(paymentId);
    if (!payment) throw cardPaymentNotFound();
    if (payment.status !== 'successful') throw paymentNotCredited(payment.status);
    const call = [paymentId, amount?.kobo.toString() ?? 'rest'];
    const reference = request.reference ?? toKeyedReference('CHARGEBACK', actor, call, key);
    const earlier = await this.wallet.findByReference(reference);
    if (earlier) return { payment, amount: earlier.amount, reference, recorded: true };
    const left = getRemaining(payment);
    if (left.isZero) throw alreadyChargedBack();
    if (seen && !seen.equals(payment.chargedBack)) throw chargedBackChanged();
    if (amount && left.isLessThan(amount)) throw chargebackTooLarge(left);
    return { payment, amount: amount ?? left, reference, recorded: false };
  }

  /**
   * Puts back what a chargeback took, after the dispute was won: its exact opposite, at most once. It repays
   * what the customer owes first.
   */
  win(actor: Actor, paymentId: number, chargebackId: number, reason: string): Promise<WonDispute> {
    return this.uow.run(async () => {
      const { payment, chargeback, amount } = await this.prepareWin(paymentId, chargebackId);
      const { transactionId, repaid } = await this.creditWon(payment, chargeback.id, amount);
      if (!(await this.markWon(chargeback.id, transactionId)))
        throw new Error(`Chargeback ${chargeback.id} was won before`);
      if (!(await this.payments.subtractChargedBack(paymentId, amount)))
        throw new Error(`Payment ${paymentId} has less than ${amount} charged back`);
      const before = payment.chargedBack;
      // Gifts come back once nothing of the payment is reversed.
      if (before.equals(amount)) {
        await this.coupons.putBack(payment, String(chargeback.id));
        await this.rewards.topupRestored(paymentId);
      }
      await this.audit.record(actor, {
        action: 'payment.dispute_won',
        target: `payment:${paymentId}`,
        details:
          `${formatNaira(amount)} of top-up ${payment.reference} was put back into the wallet (chargeback ` +
          `${chargeback.id}), of which ${formatNaira(repaid)} paid what was owed. ${reason}`,
        before: { charged_back: before },
        after: { charged_back: before.minus(amount) },
      });
      crashPoint('dispute.before-commit');
      return { transactionId, amount, repaid };
    });
  }

  /** Locks the payment and checks what `win` would do. */
  async prepareWin(
    paymentId: number,
    chargebackId: number,
  ): Promise<{ payment: Payment; chargeback: PaymentChargeback; amount: Money }> {
    const payment = await this.payments.findAndLock(paymentId);
    if (!payment) throw cardPaymentNotFound();
    const chargeback = await this.uow.manager.findOneBy(PaymentChargeback, {
      id: chargebackId,
      paymentId,
    });
    if (!chargeback) throw chargebackNotFound();
    if (chargeback.kind !== 'chargeback')
      throw chargebackNotWinnable('the card provider refunded it, so there is no dispute');
    if (chargeback.wonAt) throw chargebackNotWinnable('this dispute was won before');
    return { payment, chargeback, amount: chargeback.amount };
  }

  async getPaymentId(chargebackId: number): Promise<number> {
    const chargeback = await this.uow.manager.findOneBy(PaymentChargeback, { id: chargebackId });
    if (!chargeback) throw chargebackNotFound();
    return chargeback.paymentId;
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

  /** Oldest first. */
  findByPayment(paymentId: number): Promise<PaymentChargeback[]> {
    return this.uow.manager.find(PaymentChargeback, { where: { paymentId }, order: { id: 'ASC' } });
  }

  /** @returns false when it was won before. */
  private async markWon(id: number, wonTransactionId: number): Promise<boolean> {
    const won = { wonTransactionId, wonAt: await this.clock.now() };
    const { affected } = await this.uow
      .requireTransaction()
      .update(PaymentChargeback, { id, wonAt: IsNull() }, won);
    return affected === 1;
  }

  /** Posts to the ledger first: a repeated idempotency key moves nothing and is rejected. */
  private async applyReversal(reversal: Reversal): Promise<ClawbackResult> {
    const { by, payment, amount, kind, reason } = reversal;
    const clawback = await this.clawback(reversal);
    if (clawback.replayed) throw alreadyChargedBack();
    if (kind === 'chargeback')
      await this.payoutItems.releaseDisputes(payment.id, payment.reference, amount);
    if (!(await this.payments.addChargedBack(payment.id, amount, await this.clock.now())))
      throw new Error(`Payment ${payment.id} has not ${amount} left to take back`);
    await this.coupons.takeBack(payment, reversal.key);
    await this.rewards.topupReversed(payment.id);
    const { transactionId } = clawback;
    await this.uow
      .requireTransaction()
      .insert(PaymentChargeback, { paymentId: payment.id, kind, amount, transactionId });
    const before = payment.chargedBack;
    await this.audit.record(by, {
      action: 'payment.charged_back',
      target: `payment:${payment.id}`,
      details:
        `${formatNaira(amount)} of top-up ${payment.reference} was taken back: ` +
        `${formatNaira(clawback.fromWallet)} from the wallet, ${formatNaira(clawback.owed)} owed. ${reason}`,
      before: { charged_back: before },
      after: { charged_back: before.plus(amount) },
    });
    crashPoint('chargeback.before-commit');
    return clawback;
  }

  private async clawback({ payment, amount, ...reversal }: Reversal): Promise<ClawbackResult> {
    return this.wallet.clawback(
      {
        userId: payment.userId,
        reference: reversal.reference,
        type: 'debit',
        purpose: 'chargeback',
        amount,
        description: `Chargeback of top-up ${payment.reference}`,
        paymentMethod: await findPaymentMethod(this.wallet, payment),
        metadata: { payment_id: payment.id },
      },
      { idempotencyKey: reversal.key, kind: reversal.kind, against: 'korapay_clearing' },
    );
  }

  private async creditWon(
    payment: Payment,
    chargebackId: number,
    amount: Money,
  ): Promise<{ transactionId: number; repaid: Money }> {
    const credited = await this.wallet.credit(
      {
        userId: payment.userId,
        reference: `CHARGEBACK-WON-${chargebackId}`,
        type: 'credit',
        purpose: 'chargeback',
        amount,
        description: `Chargeback of top-up ${payment.reference} put back: the dispute was won`,
        paymentMethod: await findPaymentMethod(this.wallet, payment),
        metadata: { payment_id: payment.id },
      },
      {
        idempotencyKey: `chargeback_won:${chargebackId}`,
        kind: 'chargeback_reversal',
        against: 'korapay_clearing',
      },
    );
    if (credited.replayed) throw new Error(`Chargeback ${chargebackId} was put back before`);
    return credited;
  }
}

const getRemaining = ({ credited, amount, chargedBack }: Payment): Money =>
  (credited ?? amount).minus(chargedBack);
