import { Module } from '@nestjs/common';
import { AuditJobsModule } from './audit/audit-jobs.module';
import { CommonModule } from './common/common.module';
import { ConfigModule } from './config/config.module';
import { DatabaseModule } from './database/database.module';
import { HealthModule } from './health/health.module';
import { loggingModule } from './http/logging.module';
import { IdempotencyJobsModule } from './idempotency/idempotency-jobs.module';
import { JobRunnerModule } from './queue/job-runner.module';
import { QueueModule } from './queue/queue.module';

/** The worker process: the job handlers of every room. */
@Module({
  imports: [
    ConfigModule,
    CommonModule,
    DatabaseModule,
    QueueModule,
    loggingModule('worker'),
    HealthModule,
    JobRunnerModule,
    AuditJobsModule,
    IdempotencyJobsModule,
  ],
})
export class WorkerModule {}
