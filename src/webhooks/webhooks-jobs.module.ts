import { Processor } from '@nestjs/bullmq';
import type { QueueJob } from '../queue/job-catalog';
import { JobProcessor, unhandledJob, WORKER_OPTIONS } from '../queue/job-processor';
import { WebhookDeliveryService, WebhookDeliveryRepository } from './webhook-delivery.service';
import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { MailModule } from '../mail/mail.module';
import { UsersModule } from '../users/users.module';
import { WebhookClient } from './webhook-client';
import { WebhooksModule } from './webhooks.module';

/** A job mostly waits for its receiver, so many run at a time. */
@Processor('webhooks', { ...WORKER_OPTIONS, concurrency: 50 })
export class WebhooksProcessor extends JobProcessor<'webhooks'> {
  constructor(private readonly deliveries: WebhookDeliveryService) {
    super();
  }

  handle(job: QueueJob<'webhooks'>): Promise<unknown> {
    switch (job.name) {
      case 'webhooks.deliver':
        return this.deliveries.deliverDue(job.data.webhookId);
      case 'webhooks.sweep':
        return this.deliveries.sweep();
      case 'webhooks.purge':
        return this.deliveries.purge();
      default:
        throw unhandledJob(job);
    }
  }
}

/** Calls webhooks, in the worker. */
@Module({
  imports: [AuditModule, MailModule, UsersModule, WebhooksModule],
  providers: [WebhookClient, WebhookDeliveryRepository, WebhookDeliveryService, WebhooksProcessor],
  exports: [WebhookDeliveryService],
})
export class WebhooksJobsModule {}
