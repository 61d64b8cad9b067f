import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import type { AuditAction } from '../../audit/audit.types';
import { crashPoint } from '../../common/crash-point';
import { formatNaira, Money } from '../../common/money/money';
import { DAY, HOUR, MINUTE, SECOND } from '../../common/time/clock';
import { DatabaseClock } from '../../database/database-clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { ReferralRewardsService } from '../../referrals/referral-rewards.service';
import { WalletService } from '../../wallet/wallet.service';
import { ClearingService } from '../clearing.service';
import { CouponsService } from '../coupons/coupons.service';
import { KorapayService } from '../korapay/korapay.service';
import type { Charge, ChargeResult } from '../korapay/korapay.types';
import {
  isClosed,
  isOpen,
  isSettleable,
  MISSING_IS_FINAL_AFTER,
  type Payment,
} from '../payment.entity';
import { PaymentRepository, type PaymentUpdate } from '../payment.repository';

export const DEFAULT_METHOD = 'card';
/** Matches how long the provider retries its notifications. */
const POLL_AFTER_EXPIRY = 3 * DAY;

export type SettlementDecision =
  | { readonly kind: 'credit' }
  | { readonly kind: 'review'; readonly reason: string }
  | { readonly kind: 'close'; readonly status: 'failed' | 'expired'; readonly reason: string }
  | { readonly kind: 'wait' };

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
    private readonly provider: KorapayService,
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
    else if (decision.kind === 'review')
      await this.openReview(payment, decision.reason, result, update);
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
    const change = { ...update, nextCheckAt: getNextCheckAt(payment, isOpen(payment.status), now) };
    await this.payments.update(payment.id, change);
    Object.assign(payment, change);
  }

  private async credit(
    payment: Payment,
    result: ChargeResult,
    update: PaymentUpdate,
    now: Date,
  ): Promise<void> {
    const { id, userId, amount, reference } = payment;
    const fee = getShopFee(amount, result);
    await this.transition(payment, 'successful', {
      ...update,
      feeBooked: fee,
      reason: null,
      nextCheckAt: null,
      settledAt: now,
    });
    // Its rows refer to accounts, which are locked before wallets.
    await this.rewards.topupCredited({ paymentId: id, userId, amount });
    const { moved } = await this.wallet.complete(
      payment.transactionId,
      { idempotencyKey: `topup:${reference}`, kind: 'topup', against: 'korapay_clearing' },
      { paymentMethod: getMethod(result) ?? DEFAULT_METHOD },
    );
    if (!moved) throw new Error(`Payment ${id} was booked without being settled`);
    await this.coupons.grant(payment, amount);
    await this.clearing.bookFee(payment, fee);
    await this.recordAudit(payment, 'payment.settled', 'was paid and credited');
    crashPoint('settle.before-commit');
  }

  private async openReview(
    payment: Payment,
    reason: string,
    result: ChargeResult,
    update: PaymentUpdate,
  ): Promise<void> {
    const received = getReceivedAmount(payment, result);
    const fee = received ? getShopFee(received, result) : Money.zero;
    const change = { ...update, feeBooked: fee, reason, received, nextCheckAt: null };
    await this.transition(payment, 'review', change);
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
    return this.audit.record('system', {
      action,
      target: `payment:${payment.id}`,
      details: `Top-up ${payment.reference} of ${formatNaira(payment.amount)} ${what}`,
    });
  }
}

/**
 * Maps the result of a charge lookup to a decision. Only a success with exactly the requested reference,
 * currency and amount is credited, also after `failed` or `expired`; any other success goes to review.
 */
export function decideSettlement(
  payment: Payment,
  result: ChargeResult,
  now: Date,
): SettlementDecision {
  if (!isSettleable(payment.status)) return { kind: 'wait' };
  if (result.outcome === 'found' && result.charge.status === 'success') {
    const reason = findMismatch(payment, result.charge);
    return reason ? { kind: 'review', reason } : { kind: 'credit' };
  }
  if (isClosed(payment.status) || result.outcome === 'unknown') return { kind: 'wait' };
  if (result.outcome === 'missing') {
    const age = now.getTime() - payment.createdAt.getTime();
    return age < MISSING_IS_FINAL_AFTER
      ? { kind: 'wait' }
      : { kind: 'close', status: 'failed', reason: 'The provider has no record of this payment' };
  }
  const { status, providerStatus } = result.charge;
  if (status === 'failed' || status === 'expired')
    return { kind: 'close', status, reason: `The provider’s status is: ${providerStatus}` };
  return now < payment.expiresAt
    ? { kind: 'wait' }
    : { kind: 'close', status: 'expired', reason: 'It was not paid in time' };
}

/** Describes how a successful charge differs from the request; null when it matches. */
function findMismatch(payment: Payment, charge: Charge): string | null {
  const requested = payment.amount;
  if (charge.reference !== payment.reference) return 'The provider returned another reference';
  if (charge.currency !== payment.currency)
    return `The provider reports the currency ${charge.currency.slice(0, 10) || 'as empty'}`;
  if (!charge.amount?.equals(requested))
    return `The provider reports ${charge.amount ?? 'no readable amount'}, but the top-up is for ${requested}`;
  if (charge.amountAccepted !== undefined && !charge.amountAccepted?.equals(requested))
    return `The provider accepted ${charge.amountAccepted ?? 'no readable amount'}, but the top-up is for ${requested}`;
  if (charge.amountPaid === null || charge.amountPaid?.isLessThan(requested))
    return `The customer paid ${charge.amountPaid ?? 'no readable amount'}, but the top-up is for ${requested}`;
  const fee = charge.fee ?? Money.zero;
  // A provider that reports the accepted amount has returned the excess itself.
  if (
    charge.amountAccepted === undefined &&
    charge.amountPaid &&
    requested.plus(fee).isLessThan(charge.amountPaid)
  )
    return `The customer paid ${charge.amountPaid}, but the top-up is for ${requested} and the fee was ${fee}`;
  return null;
}

/**
 * Amount that a successful charge brought in, for staff to decide about: what the provider accepted, or
 * else what the customer paid. The shop bears the fee. Null when it is unknown or of another charge.
 */
export function getReceivedAmount(payment: Payment, result: ChargeResult): Money | null {
  if (result.outcome !== 'found' || result.charge.status !== 'success') return null;
  const { reference, currency, amountPaid, amountAccepted } = result.charge;
  if (reference !== payment.reference || currency !== payment.currency) return null;
  const received = amountAccepted === undefined ? amountPaid : amountAccepted;
  return received?.isPositive ? received : null;
}

/**
 * Part of the provider's fee that the shop bears: all of it, less what the customer paid on top of `booked`.
 * A provider that reports the accepted amount has returned any excess, so that the customer bore nothing.
 * Zero while the fee is unknown.
 * @param booked what the charge adds to the clearing account.
 */
export function getShopFee(booked: Money, result: ChargeResult): Money {
  if (result.outcome !== 'found') return Money.zero;
  const { fee, amountPaid, amountAccepted } = result.charge;
  if (!fee?.isPositive) return Money.zero;
  if (amountAccepted !== undefined || !amountPaid) return fee;
  const onTop = amountPaid.minus(booked);
  if (!onTop.isPositive) return fee;
  return onTop.isLessThan(fee) ? fee.minus(onTop) : Money.zero;
}

/**
 * Backoff for charge lookups by the payment's age: 5 s up to 10 min while it is open, up to 6 h while a
 * late success is still possible, null after that.
 */
export function getNextCheckAt(
  payment: Pick<Payment, 'createdAt' | 'expiresAt'>,
  open: boolean,
  now: Date,
): Date | null {
  const age = now.getTime() - payment.createdAt.getTime();
  if (open) return new Date(now.getTime() + clamp(5 * SECOND, age, 10 * MINUTE));
  if (now.getTime() > payment.expiresAt.getTime() + POLL_AFTER_EXPIRY) return null;
  return new Date(now.getTime() + clamp(10 * MINUTE, age / 2, 6 * HOUR));
}

const clamp = (low: number, value: number, high: number): number =>
  Math.min(Math.max(low, value), high);

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
    paid: charge.amountPaid ?? null,
    fee: charge.fee ?? null,
    providerPayload: Object(charge.raw),
  };
}

/** How a payment was made, as its statement line says; by card where the provider did not say. */
export const findPaymentMethod = async (
  wallet: WalletService,
  { transactionId }: Pick<Payment, 'transactionId'>,
): Promise<string> =>
  (await wallet.findTransaction(transactionId))?.paymentMethod ?? DEFAULT_METHOD;
