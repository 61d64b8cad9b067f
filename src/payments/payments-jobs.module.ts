import { Processor } from '@nestjs/bullmq';
import type { QueueJob } from '../queue/job-catalog';
import { JobProcessor, unhandledJob, WORKER_OPTIONS } from '../queue/job-processor';
import { PaymentWebhookService } from './webhooks/payment-webhook.service';
import { PromotionsService } from '../referrals/promotions.service';
import { NairaAccountsService } from './naira-accounts/naira-accounts.service';
import { PaymentSweeperService } from './settlement/payment-sweeper.service';
import { ReconciliationService } from './reconciliation/reconciliation.service';
import { RefundService } from './refunds/refund.service';
import { PayoutImportService } from './payouts/payout-import.service';
import { Module } from '@nestjs/common';
import { PromotionsModule } from '../referrals/promotions.module';
import { PaymentsModule } from './payments.module';

/** What the provider has notified has workers of its own, so that no other check delays it. */
@Processor('payment-notices', { ...WORKER_OPTIONS, concurrency: 8 })
export class PaymentNoticesProcessor extends JobProcessor<'payment-notices'> {
  constructor(private readonly webhooks: PaymentWebhookService) {
    super();
  }

  handle(job: QueueJob<'payment-notices'>): Promise<unknown> {
    switch (job.name) {
      case 'payment-notices.process':
        return this.webhooks.process(job.data.webhookId);
      default:
        throw unhandledJob(job.name);
    }
  }
}

@Processor('payments', { ...WORKER_OPTIONS, concurrency: 8 })
export class PaymentsProcessor extends JobProcessor<'payments'> {
  constructor(
    private readonly payouts: PayoutImportService,
    private readonly reconciliation: ReconciliationService,
    private readonly refunds: RefundService,
    private readonly sweeper: PaymentSweeperService,
    private readonly webhooks: PaymentWebhookService,
    private readonly nairaAccounts: NairaAccountsService,
    private readonly promotions: PromotionsService,
  ) {
    super();
  }

  handle(job: QueueJob<'payments'>): Promise<unknown> {
    switch (job.name) {
      case 'payments.verify-payment':
        return this.sweeper.check(job.data.paymentId);
      case 'payments.process-webhook':
        return this.webhooks.process(job.data.webhookId);
      case 'payments.process-refund':
        return this.refunds.advance(job.data.refundId);
      case 'payments.sweep':
        return this.sweeper.sweep();
      case 'payments.check-naira-accounts':
        return this.nairaAccounts.checkRequested();
      case 'payments.reconcile':
        return this.reconciliation.run();
      case 'payments.import-payouts':
        return this.payouts.run();
      case 'payments.purge-webhooks':
        return Promise.all([this.webhooks.deleteExpired(), this.promotions.deleteExpired()]);
      default:
        throw unhandledJob(job);
    }
  }
}

@Module({
  imports: [PaymentsModule, PromotionsModule],
  providers: [PaymentNoticesProcessor, PaymentsProcessor],
})
export class PaymentsJobsModule {}
