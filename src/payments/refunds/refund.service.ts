import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { formatNaira, Money } from '../../common/money/money';
import type { Actor } from '../../common/security/actor';
import { Clock, HOUR, MINUTE, SECOND } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { JobQueue } from '../../queue/job-queue';
import type { Payment } from '../payment.entity';
import { nothingToRefund, refundExists } from '../payments.errors';
import { CardProvider, type ProviderRefund } from '../ports/card-provider.port';
import { MISSING_IS_FINAL_AFTER } from '../settlement/settlement.decision';
import type { PaymentRefund } from './payment-refund.entity';
import { RefundRepository } from './refund.repository';

/** Longer than a call to the provider takes: whoever crashed in it is found after this. */
const CRASH_RECOVERY_DELAY = MINUTE;
const MIN_CHECK_INTERVAL = 5 * SECOND;
const MAX_CHECK_INTERVAL = 6 * HOUR;

/**
 * Sends money of a payment that was never credited back to the card. The provider is called once per
 * refund, after a row says so, and what became of the call is only ever learnt by asking.
 */
@Injectable()
export class RefundService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly refunds: RefundRepository,
    private readonly provider: CardProvider,
    private readonly audit: AuditService,
    private readonly jobs: JobQueue,
  ) {}

  /**
   * Writes the refund of all that was paid; a job sends it. Needs an open unit of work that holds
   * the payment.
   * @throws DomainError conflict NOTHING_TO_REFUND, REFUND_EXISTS.
   */
  async create(actor: Actor, payment: Payment, reason: string): Promise<void> {
    const amount = Money.kobo(payment.paidKobo ?? 0n);
    if (!amount.isPositive) throw nothingToRefund();
    const refundId = await this.refunds.insert({
      paymentId: payment.id,
      amount,
      reason,
      nextCheckAt: this.clock.in(CRASH_RECOVERY_DELAY),
    });
    if (refundId === null) throw refundExists();
    await this.audit.record(actor, {
      action: 'payment.refund_requested',
      target: `payment:${payment.id}`,
      details: `${formatNaira(amount)} of ${payment.reference} go back to the card. ${reason}`,
    });
    await this.uow.afterCommit(() => this.jobs.add('payments.process-refund', { refundId }));
  }

  /** Does what is next: sends a refund that was not sent, asks about one that was. */
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
      await this.uow.run(() =>
        this.refunds.transition(
          refund.id,
          'unknown',
          result.reason,
          this.clock.in(MIN_CHECK_INTERVAL),
        ),
      );
    else
      await this.refunds.scheduleCheck(
        refund.id,
        result.outcome,
        this.clock.in(MIN_CHECK_INTERVAL),
      );
  }

  /** @returns the reference of the charge; null when somebody else sends the refund. */
  private claim(refund: PaymentRefund): Promise<string | null> {
    return this.uow.run(async () => {
      const mine = await this.refunds.transition(
        refund.id,
        'sent',
        null,
        this.clock.in(CRASH_RECOVERY_DELAY),
      );
      return mine ? this.refunds.getChargeReference(refund.paymentId) : null;
    });
  }

  private async checkOutcome(refund: PaymentRefund): Promise<void> {
    const answer = await this.provider.findRefund(refund.reference);
    const age = this.clock.now().getTime() - refund.updatedAt.getTime();
    if (answer.outcome === 'missing' && age > MISSING_IS_FINAL_AFTER)
      return this.close(refund, 'failed', 'The provider knows no such refund');
    if (answer.outcome === 'found') {
      const mismatch = this.findMismatch(refund, answer.refund);
      const { status, providerStatus } = answer.refund;
      if (!mismatch && status === 'success') return this.close(refund, 'succeeded', providerStatus);
      if (!mismatch && status === 'failed') return this.close(refund, 'failed', providerStatus);
      return this.scheduleCheck(refund, mismatch ?? providerStatus, age);
    }
    await this.scheduleCheck(refund, answer.outcome === 'missing' ? 'missing' : answer.reason, age);
  }

  private scheduleCheck(refund: PaymentRefund, note: string, age: number): Promise<void> {
    const pause = Math.min(Math.max(MIN_CHECK_INTERVAL, age), MAX_CHECK_INTERVAL);
    return this.refunds.scheduleCheck(refund.id, note, this.clock.in(pause));
  }

  private findMismatch(refund: PaymentRefund, told: ProviderRefund): string | null {
    if (told.reference !== refund.reference) return 'The provider answered for another refund';
    const asked = Money.kobo(refund.amountKobo);
    return told.amount?.equals(asked)
      ? null
      : `The provider tells of ${told.amount ?? 'no readable amount'}, asked were ${asked}`;
  }

  private close(refund: PaymentRefund, to: 'succeeded' | 'failed', note: string): Promise<void> {
    return this.uow.run(async () => {
      if (!(await this.refunds.transition(refund.id, to, note, null))) return;
      await this.audit.record('system', {
        action: 'payment.refund_closed',
        target: `payment:${refund.paymentId}`,
        details: `Card refund ${refund.reference} of ${formatNaira(Money.kobo(refund.amountKobo))} ${to}: ${note}`,
      });
    });
  }
}
