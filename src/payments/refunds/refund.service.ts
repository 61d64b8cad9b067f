import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { crashPoint } from '../../common/crash-point';
import { formatNaira, Money } from '../../common/money/money';
import type { Actor } from '../../common/security/actor';
import { HOUR, MINUTE, SECOND } from '../../common/time/clock';
import { DatabaseClock } from '../../database/database-clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { JobQueue } from '../../queue/job-queue';
import { ClearingService } from '../clearing/clearing.service';
import type { Payment } from '../payment.entity';
import { PaymentRepository } from '../payment.repository';
import { nothingToRefund, refundExists } from '../payments.errors';
import { CardProvider, type ProviderRefund } from '../ports/card-provider.port';
import { MISSING_IS_FINAL_AFTER } from '../settlement/settlement.decision';
import type { PaymentRefund } from './payment-refund.entity';
import { RefundRepository } from './refund.repository';

/** Longer than the provider's timeout, so that an attempt interrupted by a crash is picked up after it. */
const CRASH_RECOVERY_DELAY = MINUTE;
const MIN_CHECK_INTERVAL = 5 * SECOND;
const MAX_CHECK_INTERVAL = 6 * HOUR;

/**
 * Refunds money to the card that was never credited: a rejected payment, or the excess of an accepted one.
 * The provider is called once per refund, after the status `sent` is committed; its outcome is only ever
 * read by lookup.
 */
@Injectable()
export class RefundService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: DatabaseClock,
    private readonly payments: PaymentRepository,
    private readonly refunds: RefundRepository,
    private readonly clearing: ClearingService,
    private readonly provider: CardProvider,
    private readonly audit: AuditService,
    private readonly jobs: JobQueue,
  ) {}

  /**
   * Inserts a refund of what was not credited; a job sends it. Needs an open unit of work with the
   * payment's row lock.
   * @throws DomainError conflict NOTHING_TO_REFUND, REFUND_EXISTS.
   */
  async create(actor: Actor, payment: Payment, reason: string): Promise<void> {
    const amount = getRefundable(payment);
    if (!amount.isPositive) throw nothingToRefund();
    const refundId = await this.refunds.insert({
      paymentId: payment.id,
      amount,
      reason,
      nextCheckAt: await this.clock.in(CRASH_RECOVERY_DELAY),
    });
    if (refundId === null) throw refundExists();
    await this.audit.record(actor, {
      action: 'payment.refund_requested',
      target: `payment:${payment.id}`,
      details: `${formatNaira(amount)} of ${payment.reference} is refunded to the card. ${reason}`,
    });
    await this.uow.afterCommit(() => {
      crashPoint('refund.before-enqueue');
      return this.jobs.add('payments.process-refund', { refundId });
    });
  }

  /** Whether the excess of an accepted payment is with the provider, and no refund of it is open or done. */
  async hasOpenExcess(payment: Payment): Promise<boolean> {
    if (payment.creditedKobo === null || !getRefundable(payment).isPositive) return false;
    const refunds = await this.refunds.findByPayment(payment.id);
    return refunds.every(({ status }) => status === 'failed');
  }

  /** Executes the next step: sends a new refund or looks up a sent one. */
  async advance(refundId: number): Promise<void> {
    const refund = await this.refunds.findById(refundId);
    if (!refund || refund.nextCheckAt === null) return;
    this.uow.assertNoTransaction();
    if (refund.status === 'created') await this.send(refund);
    else await this.checkOutcome(refund);
  }

  private async send(refund: PaymentRefund): Promise<void> {
    const payment = await this.claim(refund);
    if (payment === null) return;
    const result = await this.provider.refund({
      reference: payment,
      refundReference: refund.reference,
      amount: Money.kobo(refund.amountKobo),
      reason: refund.reason,
    });
    if (result.outcome === 'refused') await this.close(refund, 'failed', result.message);
    else if (result.outcome === 'unknown')
      await this.uow.run(async () =>
        this.refunds.transition(
          refund.id,
          'unknown',
          result.reason,
          await this.clock.in(MIN_CHECK_INTERVAL),
        ),
      );
    else
      await this.refunds.scheduleCheck(
        refund.id,
        result.outcome,
        await this.clock.in(MIN_CHECK_INTERVAL),
      );
  }

  /** @returns the charge's reference; null when another worker has claimed the refund. */
  private claim(refund: PaymentRefund): Promise<string | null> {
    return this.uow.run(async () => {
      const claimed = await this.refunds.transition(
        refund.id,
        'sent',
        null,
        await this.clock.in(CRASH_RECOVERY_DELAY),
      );
      return claimed ? this.refunds.getChargeReference(refund.paymentId) : null;
    });
  }

  private async checkOutcome(refund: PaymentRefund): Promise<void> {
    const answer = await this.provider.findRefund(refund.reference);
    const age = (await this.clock.now()).getTime() - refund.updatedAt.getTime();
    if (answer.outcome === 'missing' && age > MISSING_IS_FINAL_AFTER)
      return this.close(refund, 'failed', 'The provider has no record of this refund');
    if (answer.outcome === 'found') {
      const mismatch = this.findMismatch(refund, answer.refund);
      const { status, providerStatus } = answer.refund;
      if (!mismatch && status === 'success') return this.close(refund, 'succeeded', providerStatus);
      if (!mismatch && status === 'failed') return this.close(refund, 'failed', providerStatus);
      return this.scheduleCheck(refund, mismatch ?? providerStatus, age);
    }
    await this.scheduleCheck(refund, answer.outcome === 'missing' ? 'missing' : answer.reason, age);
  }

  private async scheduleCheck(refund: PaymentRefund, note: string, age: number): Promise<void> {
    const pause = Math.min(Math.max(MIN_CHECK_INTERVAL, age), MAX_CHECK_INTERVAL);
    return this.refunds.scheduleCheck(refund.id, note, await this.clock.in(pause));
  }

  private findMismatch(refund: PaymentRefund, found: ProviderRefund): string | null {
    if (found.reference !== refund.reference) return 'The provider returned another refund';
    const requested = Money.kobo(refund.amountKobo);
    return found.amount?.equals(requested)
      ? null
      : `The provider reports ${found.amount ?? 'no readable amount'}, but ${requested} was requested`;
  }

  private close(refund: PaymentRefund, to: 'succeeded' | 'failed', note: string): Promise<void> {
    return this.uow.run(async () => {
      const payment = await this.payments.lockById(refund.paymentId);
      if (!(await this.refunds.transition(refund.id, to, note, null))) return;
      const amount = Money.kobo(refund.amountKobo);
      if (to === 'succeeded')
        await this.clearing.releaseRefunded(payment, refund.reference, amount);
      await this.audit.record('system', {
        action: 'payment.refund_closed',
        target: `payment:${refund.paymentId}`,
        details: `Card refund ${refund.reference} of ${formatNaira(amount)} ${to}: ${note}`,
      });
      crashPoint('refund.before-commit');
    });
  }
}

/**
 * Held by the provider and not credited: all that a rejected payment brought in, the excess of an accepted one.
 * What a rejected payment brought in may be known only in its own currency.
 */
function getRefundable(payment: Payment): Money {
  return payment.creditedKobo === null
    ? Money.kobo(payment.receivedKobo ?? payment.paidKobo ?? 0n)
    : Money.kobo((payment.receivedKobo ?? payment.creditedKobo) - payment.creditedKobo);
}
