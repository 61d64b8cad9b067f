import { Global, Module } from '@nestjs/common';
import { BullmqJobQueue } from './bullmq-job-queue';
import { JobQueue } from './job-queue';

@Global()
@Module({
  providers: [BullmqJobQueue, { provide: JobQueue, useExisting: BullmqJobQueue }],
  exports: [BullmqJobQueue, JobQueue],
})
export class QueueModule {}
