import { Processor } from '@nestjs/bullmq';
import type { QueueJob } from '../queue/job-catalog';
import { JobProcessor, unhandledJob, WORKER_OPTIONS } from '../queue/job-processor';
import {
  MailDispatcherService,
  MailRetentionService,
  OutboxMetrics,
} from './outbox/mail-dispatcher.service';
import { Module } from '@nestjs/common';
import { MailDeliveryModule } from './mail-delivery.module';
import { MailModule } from './mail.module';

@Processor('mail', { ...WORKER_OPTIONS, concurrency: 4 })
export class MailProcessor extends JobProcessor<'mail'> {
  constructor(
    private readonly dispatcher: MailDispatcherService,
    private readonly retention: MailRetentionService,
  ) {
    super();
  }

  handle(job: QueueJob<'mail'>): Promise<unknown> {
    switch (job.name) {
      case 'mail.send':
        return this.dispatcher.send(job.data.mailId);
      case 'mail.sweep':
        return this.dispatcher.sweep();
      case 'mail.purge':
        return this.retention.deleteExpired();
      default:
        throw unhandledJob(job);
    }
  }
}

/** Sending mail, in the worker. */
@Module({
  imports: [MailModule, MailDeliveryModule],
  providers: [MailDispatcherService, MailProcessor, MailRetentionService, OutboxMetrics],
})
export class MailJobsModule {}
