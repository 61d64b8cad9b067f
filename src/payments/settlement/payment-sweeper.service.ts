import { Injectable, Logger } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { MINUTE, SECOND } from '../../common/time/clock';
import { DatabaseClock } from '../../database/database-clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { JobQueue } from '../../queue/job-queue';
import { PaymentRepository } from '../payment.repository';
import { RefundService } from '../refunds/refund.service';
import { PaymentWebhookService } from '../webhooks/payment-webhook.service';
import { SettlementService } from './settlement.service';

const BATCH_SIZE = 200;
/** Longer than a lane takes for its payments when the provider answers none of them in time. */
const LEASE = 2 * MINUTE;
const WEBHOOK_GRACE_PERIOD = 30 * SECOND;
/** Lookups that one sweep has under way. */
const LANES = 16;
/** Payments that a lane claims at a time: few, so that each claim picks among all that are due by then. */
const CLAIM_SIZE = 4;
/** A sweep ends after this time; the next one goes on, on any worker. */
const BUDGET_MS = 10 * SECOND;
/** Backs off from five seconds to ten minutes, so a payment fails for half an hour before it is parked. */
export const MAX_FAILED_CHECKS = 10;

/**
 * Checks due payments until none is left, and enqueues due refunds and notifications, including those left
 * over after a crash or a lost queue. Several sweeps may run at once, on any number of workers.
 */
@Injectable()
export class PaymentSweeperService {
  private readonly logger = new Logger(PaymentSweeperService.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: DatabaseClock,
    private readonly payments: PaymentRepository,
    private readonly settlement: SettlementService,
    private readonly refunds: RefundService,
    private readonly webhooks: PaymentWebhookService,
    private readonly audit: AuditService,
    private readonly jobs: JobQueue,
  ) {}

  async sweep(): Promise<void> {
    const before = await this.clock.in(-WEBHOOK_GRACE_PERIOD);
    await this.enqueueDue(
      (now, until) => this.webhooks.claimDue(before, now, until, BATCH_SIZE),
      (webhookId, key) => this.jobs.add('payment-notices.process', { webhookId }, { key }),
    );
    await this.enqueueDue(
      (now, until) => this.refunds.claimDue(now, until, BATCH_SIZE),
      (refundId, key) => this.jobs.add('payments.process-refund', { refundId }, { key }),
    );
    await this.checkPayments();
  }

  /**
   * Looks one payment up and settles it. One whose check fails is tried again later, and parked for staff with its error
   * when it keeps failing; the others are checked as before.
   */
  async check(paymentId: number): Promise<void> {
    try {
      await this.settlement.settleById(paymentId);
    } catch (error) {
      this.logger.error({ err: error, paymentId }, 'A payment could not be checked');
      await this.recordFailure(paymentId, error);
    }
  }

  private recordFailure(paymentId: number, error: unknown): Promise<void> {
    const text = (error instanceof Error ? error.message : String(error)).slice(0, 500);
    return this.uow.run(async () => {
      const now = await this.clock.now();
      if (!(await this.payments.recordFailedCheck(paymentId, text, now, MAX_FAILED_CHECKS))) return;
      await this.audit.record('system', {
        action: 'payment.parked',
        target: `payment:${paymentId}`,
        details: `Its check failed ${MAX_FAILED_CHECKS} times and is not repeated until staff try again. ${text}`,
      });
    });
  }

  private async enqueueDue(
    claim: (now: Date, until: Date) => Promise<number[]>,
    enqueue: (id: number, key: string) => Promise<void>,
  ): Promise<void> {
    for (let due = await this.lease(claim); due.ids.length; due = await this.lease(claim))
      for (const id of due.ids)
        // The period in the deduplication key keeps a lost job from blocking its work for ever.
        await enqueue(id, `${id}-${Math.floor(due.now.getTime() / LEASE)}`);
  }

  /** Not through the queue: what waits there is served in turn, however many one customer has in it. */
  private async checkPayments(): Promise<void> {
    const deadline = performance.now() + BUDGET_MS;
    const work = async (): Promise<void> => {
      while (performance.now() < deadline) {
        const { ids } = await this.lease((now, until) =>
          this.payments.claimDue(now, until, CLAIM_SIZE),
        );
        if (!ids.length) return;
        for (const paymentId of ids) await this.check(paymentId);
      }
    };
    await Promise.all(Array.from({ length: LANES }, work));
  }

  /** Claims what is due, by the time of the database in the same transaction. */
  private lease(
    claim: (now: Date, until: Date) => Promise<number[]>,
  ): Promise<{ ids: number[]; now: Date }> {
    return this.uow.run(async () => {
      const now = await this.clock.now();
      return { ids: await claim(now, new Date(now.getTime() + LEASE)), now };
    });
  }
}
