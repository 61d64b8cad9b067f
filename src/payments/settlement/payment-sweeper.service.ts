import { Injectable } from '@nestjs/common';
import { MINUTE, SECOND } from '../../common/time/clock';
import { DatabaseClock } from '../../database/database-clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { JobQueue } from '../../queue/job-queue';
import { PaymentRepository } from '../payment.repository';
import { RefundRepository } from '../refunds/refund.repository';
import { PaymentWebhookRepository } from '../webhooks/payment-webhook.repository';
import { PaymentCheckService } from './payment-check.service';

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

/**
 * Checks due payments until none is left, and enqueues due refunds and notifications, including those left
 * over after a crash or a lost queue. Several sweeps may run at once, on any number of workers.
 */
@Injectable()
export class PaymentSweeperService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: DatabaseClock,
    private readonly payments: PaymentRepository,
    private readonly checks: PaymentCheckService,
    private readonly refunds: RefundRepository,
    private readonly webhooks: PaymentWebhookRepository,
    private readonly jobs: JobQueue,
  ) {}

  async sweep(): Promise<void> {
    await this.enqueueNotifications();
    await this.enqueueRefunds();
    await this.checkPayments();
  }

  private async enqueueNotifications(): Promise<void> {
    const before = await this.clock.in(-WEBHOOK_GRACE_PERIOD);
    const claim = () =>
      this.lease((now, until) => this.webhooks.claimDue(before, now, until, BATCH_SIZE));
    for (let due = await claim(); due.ids.length; due = await claim())
      for (const webhookId of due.ids)
        await this.jobs.add(
          'payment-notices.process',
          { webhookId },
          { key: toKey(webhookId, due.now) },
        );
  }

  private async enqueueRefunds(): Promise<void> {
    const claim = () => this.lease((now, until) => this.refunds.claimDue(now, until, BATCH_SIZE));
    for (let due = await claim(); due.ids.length; due = await claim())
      for (const refundId of due.ids)
        await this.jobs.add(
          'payments.process-refund',
          { refundId },
          { key: toKey(refundId, due.now) },
        );
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
        for (const paymentId of ids) await this.checks.check(paymentId);
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

/** The period in the deduplication key keeps a lost job from blocking its work for ever. */
const toKey = (id: number, now: Date): string => `${id}-${Math.floor(now.getTime() / LEASE)}`;
