import { Processor } from '@nestjs/bullmq';
import type { QueueJob } from '../queue/job-catalog';
import { JobProcessor, unhandledJob, WORKER_OPTIONS } from '../queue/job-processor';
import { MailDispatcherService } from './outbox/mail-dispatcher.service';
import { Module } from '@nestjs/common';
import { MailDeliveryModule } from './mail-delivery.module';
import { MailModule } from './mail.module';

@Processor('mail', { ...WORKER_OPTIONS, concurrency: 4 })
export class MailProcessor extends JobProcessor<'mail'> {
  constructor(private readonly dispatcher: MailDispatcherService) {
    super();
  }

  handle(job: QueueJob<'mail'>): Promise<unknown> {
    switch (job.name) {
      case 'mail.send':
        return this.dispatcher.send(job.data.mailId);
      case 'mail.sweep':
        return this.dispatcher.sweep();
      case 'mail.purge':
        return this.dispatcher.purge();
      default:
        throw unhandledJob(job);
    }
  }
}

/** Sending mail, in the worker. */
@Module({
  imports: [MailModule, MailDeliveryModule],
  providers: [MailDispatcherService, MailProcessor],
})
export class MailJobsModule {}
