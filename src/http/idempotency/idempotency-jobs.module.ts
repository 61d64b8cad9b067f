import { Processor } from '@nestjs/bullmq';
import type { QueueJob } from '../../queue/job-catalog';
import { JobProcessor, unhandledJob, WORKER_OPTIONS } from '../../queue/job-processor';
import { IdempotencyService } from './idempotency.service';
import { Module } from '@nestjs/common';
import { BullModule } from '../../queue/bull.module';
import { IdempotencyModule } from './idempotency.module';

@Processor('idempotency', { ...WORKER_OPTIONS, concurrency: 1 })
export class IdempotencyProcessor extends JobProcessor<'idempotency'> {
  constructor(private readonly idempotency: IdempotencyService) {
    super();
  }

  handle(job: QueueJob<'idempotency'>): Promise<unknown> {
    switch (job.name) {
      case 'idempotency.purge-keys':
        return this.idempotency.deleteExpired();
      default:
        throw unhandledJob(job.name);
    }
  }
}

@Module({
  imports: [BullModule.registerQueue({ name: 'idempotency' }), IdempotencyModule],
  providers: [IdempotencyProcessor],
})
export class IdempotencyJobsModule {}
