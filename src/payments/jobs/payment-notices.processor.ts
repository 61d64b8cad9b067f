import { Processor } from '@nestjs/bullmq';
import type { QueueJob } from '../../queue/job-catalog';
import { JobProcessor, unhandledJob, WORKER_OPTIONS } from '../../queue/job-processor';
import { PaymentWebhookService } from '../webhooks/payment-webhook.service';

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
