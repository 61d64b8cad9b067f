import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { AuditService } from '../../audit/audit.service';
import { crashPoint } from '../../common/crash-point';
import { formatNaira, Money } from '../../common/money/money';
import type { Actor } from '../../common/security/actor';
import { sourcesOf } from '../../common/state-machine';
import { HOUR, MINUTE, SECOND } from '../../common/time/clock';
import { DatabaseClock } from '../../database/database-clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { JobQueue } from '../../queue/job-queue';
import { ClearingService } from '../clearing.service';
import { KorapayService } from '../korapay/korapay.service';
import type { ProviderRefund } from '../korapay/korapay.types';
import { MISSING_IS_FINAL_AFTER, type Payment } from '../payment.entity';
import { PaymentRepository } from '../payment.repository';
import { nothingToRefund, refundExists } from '../payments.errors';
import { PaymentRefund, REFUND_TRANSITIONS, type RefundStatus } from './payment-refund.entity';

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
    private readonly clearing: ClearingService,
    private readonly provider: KorapayService,
    private readonly audit: AuditService,
    private readonly jobs: JobQueue,
  ) {}

  findByReference(reference: string): Promise<PaymentRefund | null> {
    return this.uow.manager.findOneBy(PaymentRefund, { reference });
  }

  findByPayment(paymentId: number): Promise<PaymentRefund[]> {
    return this.uow.manager.find(PaymentRefund, { where: { paymentId }, order: { id: 'ASC' } });
  }

  /**
   * Inserts a refund of what was not credited; a job sends it. Needs an open unit of work with the
   * payment's row lock.
   */
  async create(actor: Actor, payment: Payment, reason: string): Promise<void> {
    const amount = getRefundable(payment);
    if (!amount.isPositive) throw nothingToRefund();
    // At most one that has not failed, which the partial unique index enforces.
    const [row] = await this.uow.requireTransaction().query<{ id: number }[]>(
      `INSERT INTO payment_refund (payment_id, reference, amount_kobo, reason, next_check_at)
       SELECT $1::int, 'RFD-' || $1::int || '-' || (count(*) + 1), $2, $3, $4
       FROM payment_refund WHERE payment_id = $1::int
       ON CONFLICT (payment_id) WHERE status <> 'failed' DO NOTHING RETURNING id`,
      [payment.id, amount.kobo.toString(), reason, await this.clock.in(CRASH_RECOVERY_DELAY)],
    );
    if (!row) throw refundExists();
    await this.audit.record(actor, {
      action: 'payment.refund_requested',
      target: `payment:${payment.id}`,
      details: `${formatNaira(amount)} of ${payment.reference} is refunded to the card. ${reason}`,
    });
    await this.uow.afterCommit(() => {
      crashPoint('refund.before-enqueue');
      return this.jobs.add('payments.process-refund', { refundId: row.id });
    });
  }

  /** Whether the excess of an accepted payment is with the provider, and no refund of it is open or done. */
  async hasOpenExcess(payment: Payment): Promise<boolean> {
    if (payment.credited === null || !getRefundable(payment).isPositive) return false;
    const refunds = await this.findByPayment(payment.id);
    return refunds.every(({ status }) => status === 'failed');
  }

  /** Executes the next step: sends a new refund or looks up a sent one. */
  async advance(refundId: number): Promise<void> {
    const refund = await this.uow.manager.findOneBy(PaymentRefund, { id: refundId });
    if (!refund || refund.nextCheckAt === null) return;
    this.uow.assertNoTransaction();
    if (refund.status === 'created') await this.send(refund);
    else await this.checkOutcome(refund);
  }

  /** Leases refunds that are due for a check to one worker until `leaseUntil`, when one whose worker has crashed is due again. */
  async claimDue(now: Date, leaseUntil: Date, limit: number): Promise<number[]> {
    const [rows] = await this.uow.manager.query<[{ id: number }[], number]>(
      `UPDATE payment_refund SET next_check_at = $2
       WHERE id IN (SELECT id FROM payment_refund WHERE next_check_at <= $1
                    ORDER BY next_check_at LIMIT $3 FOR UPDATE SKIP LOCKED)
       RETURNING id`,
      [now, leaseUntil, limit],
    );
    return rows.map(({ id }) => id);
  }

  private async send(refund: PaymentRefund): Promise<void> {
    const reference = await this.markSent(refund);
    if (reference === null) return;
    const result = await this.provider.refund({
      reference,
      refundReference: refund.reference,
      amount: refund.amount,
      reason: refund.reason,
    });
    if (result.outcome === 'refused') return this.close(refund, 'failed', result.message);
    const nextCheckAt = await this.clock.in(MIN_CHECK_INTERVAL);
    if (result.outcome === 'unknown')
      await this.uow.run(() => this.transition(refund.id, 'unknown', nextCheckAt, result.reason));
    else await this.scheduleCheck(refund.id, result.outcome, nextCheckAt);
  }

  /** @returns the charge's reference; null when another worker has sent the refund. */
  private markSent({ id, paymentId }: PaymentRefund): Promise<string | null> {
    return this.uow.run(async () => {
      if (!(await this.transition(id, 'sent', await this.clock.in(CRASH_RECOVERY_DELAY))))
        return null;
      return (await this.payments.findById(paymentId))!.reference;
    });
  }

  private async checkOutcome(refund: PaymentRefund): Promise<void> {
    const answer = await this.provider.findRefund(refund.reference);
    const age = (await this.clock.now()).getTime() - refund.updatedAt.getTime();
    if (answer.outcome === 'missing' && age > MISSING_IS_FINAL_AFTER)
      return this.close(refund, 'failed', 'The provider has no record of this refund');
    let note = answer.outcome === 'unknown' ? answer.reason : 'missing';
    if (answer.outcome === 'found') {
      const { status, providerStatus } = answer.refund;
      const mismatch = findMismatch(refund, answer.refund);
      if (!mismatch && status !== 'processing')
        return this.close(refund, status === 'success' ? 'succeeded' : 'failed', providerStatus);
      note = mismatch ?? providerStatus;
    }
    const pause = Math.min(Math.max(MIN_CHECK_INTERVAL, age), MAX_CHECK_INTERVAL);
    await this.scheduleCheck(refund.id, note, await this.clock.in(pause));
  }

  private close(refund: PaymentRefund, to: 'succeeded' | 'failed', note: string): Promise<void> {
    return this.uow.run(async () => {
      const payment = await this.payments.lockById(refund.paymentId);
      if (!(await this.transition(refund.id, to, null, note))) return;
      if (to === 'succeeded')
        await this.clearing.releaseRefunded(payment, refund.reference, refund.amount);
      await this.audit.record('system', {
        action: 'payment.refund_closed',
        target: `payment:${refund.paymentId}`,
        details: `Card refund ${refund.reference} of ${formatNaira(refund.amount)} ${to}: ${note}`,
      });
      crashPoint('refund.before-commit');
    });
  }

  /** Compare-and-set along the allowed transitions. @returns false when its status is not a source of `to`. */
  private async transition(
    id: number,
    to: RefundStatus,
    nextCheckAt: Date | null,
    providerNote?: string,
  ): Promise<boolean> {
    const { affected } = await this.uow
      .requireTransaction()
      .update(
        PaymentRefund,
        { id, status: In(sourcesOf(REFUND_TRANSITIONS, to)) },
        { status: to, nextCheckAt, providerNote },
      );
    return affected === 1;
  }

  /** Keeps `updated_at`, the time of the last transition, which TypeORM's update would change. */
  private async scheduleCheck(id: number, note: string, nextCheckAt: Date): Promise<void> {
    await this.uow.manager.query(
      `UPDATE payment_refund SET provider_note = $2, next_check_at = $3, checks = checks + 1
       WHERE id = $1 AND next_check_at IS NOT NULL`,
      [id, note, nextCheckAt],
    );
  }
}

function findMismatch(refund: PaymentRefund, found: ProviderRefund): string | null {
  if (found.reference !== refund.reference) return 'The provider returned another refund';
  return found.amount?.equals(refund.amount)
    ? null
    : `The provider reports ${found.amount ?? 'no readable amount'}, but ${refund.amount} was requested`;
}

/**
 * Held by the provider and not credited: all that a rejected payment brought in, the excess of an accepted one.
 * What a rejected payment brought in may be known only in its own currency.
 */
function getRefundable({ credited, received, paid }: Payment): Money {
  return credited === null
    ? (received ?? paid ?? Money.zero)
    : (received ?? credited).minus(credited);
}
