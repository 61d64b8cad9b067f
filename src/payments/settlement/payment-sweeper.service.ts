import { Injectable } from '@nestjs/common';
import { Clock, MINUTE, SECOND } from '../../common/time/clock';
import { JobQueue } from '../../queue/job-queue';
import { PaymentRepository } from '../payment.repository';
import { PaymentWebhookRepository } from '../webhooks/payment-webhook.repository';
import { RefundRepository } from '../refunds/refund.repository';

const BATCH_SIZE = 200;
const LEASE = 2 * MINUTE;
const WEBHOOK_GRACE_PERIOD = 30 * SECOND;

/** Enqueues payments, refunds and notifications that are due, including those left over after a crash or a lost queue. */
@Injectable()
export class PaymentSweeperService {
  constructor(
    private readonly clock: Clock,
    private readonly payments: PaymentRepository,
    private readonly refunds: RefundRepository,
    private readonly webhooks: PaymentWebhookRepository,
    private readonly jobs: JobQueue,
  ) {}

  async sweep(): Promise<void> {
    const now = this.clock.now();
    // The period in the deduplication key keeps a lost job from blocking its payment for ever.
    const period = Math.floor(now.getTime() / LEASE);
    const due = await this.payments.claimDue(now, this.clock.in(LEASE), BATCH_SIZE);
    for (const paymentId of due)
      await this.jobs.add(
        'payments.verify-payment',
        { paymentId },
        { key: `${paymentId}-${period}` },
      );
    const refunds = await this.refunds.claimDue(now, this.clock.in(LEASE), BATCH_SIZE);
    for (const refundId of refunds)
      await this.jobs.add(
        'payments.process-refund',
        { refundId },
        { key: `${refundId}-${period}` },
      );
    const waiting = await this.webhooks.findUnprocessed(
      this.clock.in(-WEBHOOK_GRACE_PERIOD),
      BATCH_SIZE,
    );
    for (const webhookId of waiting)
      await this.jobs.add(
        'payments.process-webhook',
        { webhookId },
        { key: `${webhookId}-${period}` },
      );
  }
}
