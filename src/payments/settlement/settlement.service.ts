import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import type { AuditAction } from '../../audit/audit.types';
import { crashPoint } from '../../common/crash-point';
import { formatNaira, Money } from '../../common/money/money';
import { DatabaseClock } from '../../database/database-clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { ReferralRewardsService } from '../../referrals/rewards/referral-rewards.service';
import { WalletService } from '../../wallet/wallet.service';
import { ClearingService } from '../clearing/clearing.service';
import { getShopFee } from '../clearing/provider-fee';
import { CouponsService } from '../coupons/coupons.service';
import type { Payment } from '../payment.entity';
import { DEFAULT_METHOD } from '../payment-method';
import { PaymentRepository, type PaymentUpdate } from '../payment.repository';
import { CardProvider, type ChargeResult } from '../ports/card-provider.port';
import {
  decideSettlement,
  getReceivedAmount,
  isClosed,
  isSettleable,
  getNextCheckAt,
  type SettlementDecision,
} from './settlement.decision';

/**
 * The only code path that credits a card payment. Notifications, customers' verify calls, workers and
 * the reconciliation all use it; the row lock makes the first caller settle and the others a no-op.
 */
@Injectable()
export class SettlementService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: DatabaseClock,
    private readonly payments: PaymentRepository,
    private readonly provider: CardProvider,
    private readonly wallet: WalletService,
    private readonly clearing: ClearingService,
    private readonly coupons: CouponsService,
    private readonly rewards: ReferralRewardsService,
    private readonly audit: AuditService,
  ) {}

  /** Looks the charge up at the provider and applies the result. @returns the current payment; null when unknown. */
  async settle(reference: string): Promise<Payment | null> {
    const payment = await this.payments.findByReference(reference);
    return payment && this.settlePayment(payment);
  }

  async settleById(id: number): Promise<Payment | null> {
    const payment = await this.payments.findById(id);
    return payment && this.settlePayment(payment);
  }

  /** As `settle`, for a payment that was just read. */
  async settlePayment(payment: Payment): Promise<Payment> {
    if (!isSettleable(payment.status)) return payment;
    this.uow.assertNoTransaction();
    const result = await this.provider.findCharge(payment.reference);
    const settled = await this.uow.run(() => this.applyResult(payment.id, result));
    crashPoint('settle.after-commit');
    return settled;
  }

  private async applyResult(id: number, result: ChargeResult): Promise<Payment> {
    const payment = await this.payments.lockById(id);
    if (!isSettleable(payment.status)) return payment;
    const now = await this.clock.now();
    const decision = await this.withoutMember(payment, decideSettlement(payment, result, now));
    const update = { ...toCheckUpdate(payment, result, now), ...toPaymentUpdate(result) };
    if (decision.kind === 'credit') await this.credit(payment, result, update, now);
    else if (decision.kind === 'review') await this.review(payment, decision, result, update);
    else if (decision.kind === 'close') await this.close(payment, decision, update, now);
    else await this.keepOpen(payment, update, now);
    return payment;
  }

  /** Open payments keep their customer from joining a team. One that comes late must not get into a wallet that a member cannot see. */
  private async withoutMember(
    payment: Payment,
    decision: SettlementDecision,
  ): Promise<SettlementDecision> {
    if (decision.kind !== 'credit' || !isClosed(payment.status)) return decision;
    return (await this.payments.lockMembership(payment.userId))
      ? { kind: 'review', reason: 'The customer joined a team before the payment arrived' }
      : decision;
  }

  private async keepOpen(payment: Payment, update: PaymentUpdate, now: Date): Promise<void> {
    const isOpen = payment.status === 'created' || payment.status === 'pending';
    const change = { ...update, nextCheckAt: getNextCheckAt(payment, isOpen, now) };
    await this.payments.update(payment.id, change);
    Object.assign(payment, change);
  }

  private async credit(
    payment: Payment,
    result: ChargeResult,
    update: PaymentUpdate,
    now: Date,
  ): Promise<void> {
    const amount = Money.kobo(payment.amountKobo);
    const fee = getFee(amount, result);
    await this.transition(payment, 'successful', {
      ...update,
      feeBookedKobo: fee.kobo,
      reason: null,
      nextCheckAt: null,
      settledAt: now,
    });
    // Its rows refer to accounts, which are locked before wallets.
    await this.rewards.topupCredited({ paymentId: payment.id, userId: payment.userId, amount });
    const { moved } = await this.wallet.complete(
      payment.transactionId,
      {
        idempotencyKey: `topup:${payment.reference}`,
        kind: 'topup',
        against: 'korapay_clearing',
      },
      { paymentMethod: getMethod(result) ?? DEFAULT_METHOD },
    );
    if (!moved) throw new Error(`Payment ${payment.id} was booked without being settled`);
    await this.coupons.grant(payment, amount);
    await this.clearing.bookFee(payment, fee);
    await this.recordAudit(payment, 'payment.settled', 'was paid and credited');
    crashPoint('settle.before-commit');
  }

  private async review(
    payment: Payment,
    { reason }: Extract<SettlementDecision, { kind: 'review' }>,
    result: ChargeResult,
    update: PaymentUpdate,
  ): Promise<void> {
    const received = getReceivedAmount(payment, result);
    const fee = received ? getFee(received, result) : Money.zero;
    await this.transition(payment, 'review', {
      ...update,
      feeBookedKobo: fee.kobo,
      reason,
      receivedKobo: received?.kobo ?? null,
      nextCheckAt: null,
    });
    // For the credit, if staff accept it.
    const method = getMethod(result);
    if (method) await this.wallet.setPaymentMethod(payment.transactionId, method);
    if (received) await this.clearing.holdForReview(payment, received);
    await this.clearing.bookFee(payment, fee);
    await this.recordAudit(payment, 'payment.review_opened', `needs a decision. ${reason}`);
    crashPoint('review.before-commit');
  }

  private async close(
    payment: Payment,
    { status, reason }: Extract<SettlementDecision, { kind: 'close' }>,
    update: PaymentUpdate,
    now: Date,
  ): Promise<void> {
    const nextCheckAt = getNextCheckAt(payment, false, now);
    await this.transition(payment, status, { ...update, reason, nextCheckAt });
    await this.wallet.closePending(payment.transactionId, 'failed');
    await this.coupons.release(payment.id);
    await this.recordAudit(payment, `payment.${status}`, `was not paid. ${reason}`);
  }

  /** Also in memory, so that the payment need not be read again. */
  private async transition(payment: Payment, to: Payment['status'], change: PaymentUpdate) {
    if (!(await this.payments.transition(payment.id, to, change)))
      throw new Error(`Payment ${payment.id} cannot go from ${payment.status} to ${to}`);
    Object.assign(payment, change, { status: to });
  }

  private recordAudit(payment: Payment, action: AuditAction, what: string): Promise<void> {
    const amount = formatNaira(Money.kobo(payment.amountKobo));
    return this.audit.record('system', {
      action,
      target: `payment:${payment.id}`,
      details: `Top-up ${payment.reference} of ${amount} ${what}`,
    });
  }
}

const getFee = (booked: Money, result: ChargeResult): Money =>
  result.outcome === 'found' ? getShopFee(booked, result.charge) : Money.zero;

const getMethod = (result: ChargeResult): string | null =>
  result.outcome === 'found' ? result.charge.method : null;

/** Counts a lookup, and its answer if it is definite. A parked payment is not parked any more. */
const toCheckUpdate = (payment: Payment, result: ChargeResult, now: Date): PaymentUpdate => ({
  checks: payment.checks + 1,
  failedChecks: 0,
  lastError: null,
  parkedAt: null,
  ...(result.outcome === 'unknown'
    ? { unansweredChecks: payment.unansweredChecks + 1 }
    : { unansweredChecks: 0, lastDefiniteAt: now }),
});

function toPaymentUpdate(result: ChargeResult): PaymentUpdate {
  if (result.outcome !== 'found')
    return result.outcome === 'missing' ? { providerStatus: 'missing' } : {};
  const { charge } = result;
  return {
    providerStatus: charge.providerStatus,
    paidKobo: charge.amountPaid?.kobo ?? null,
    feeKobo: charge.fee?.kobo ?? null,
    providerPayload: Object(charge.raw),
  };
}
