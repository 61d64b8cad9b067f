import { Global, Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AppConfig } from '../config/app-config';
import { BullModule } from './bull.module';
import { bullmqOptions } from './bullmq-connection';
import { BullmqJobQueue } from './bullmq-job-queue';
import { JobMetrics } from './job-metrics';
import { JobQueue } from './job-queue';
import { QueueRegistry } from './queue-registry';

/** Modules register their queue with `BullModule.registerQueue({ name })` and add jobs with `JobQueue`. */
@Global()
@Module({
  imports: [
    BullModule.forRootAsync({
      // The data source waits for a database that still starts. BullMQ's PostgreSQL backend does
      // not: a queue whose first connection fails stays unusable.
      inject: [AppConfig, DataSource],
      useFactory: (config: AppConfig) => bullmqOptions(config),
      // Only the worker process runs jobs, and only after JobWorkersService checked the processors.
      extraOptions: { manualRegistration: true },
    }),
  ],
  providers: [
    QueueRegistry,
    BullmqJobQueue,
    { provide: JobQueue, useExisting: BullmqJobQueue },
    JobMetrics,
  ],
  exports: [QueueRegistry, JobQueue, JobMetrics],
})
export class QueueModule {}
