import { Processor } from '@nestjs/bullmq';
import { MonthPartitions } from '../database/partitions/month-partitions';
import type { QueueJob } from '../queue/job-catalog';
import { JobProcessor, unhandledJob, WORKER_OPTIONS } from '../queue/job-processor';
import { AuditChainService } from './audit-chain.service';
import { Module } from '@nestjs/common';
import { BullModule } from '../queue/bull.module';
import { AuditModule } from './audit.module';

@Processor('audit', { ...WORKER_OPTIONS, concurrency: 1 })
export class AuditProcessor extends JobProcessor<'audit'> {
  constructor(
    private readonly chain: AuditChainService,
    private readonly partitions: MonthPartitions,
  ) {
    super();
  }

  handle(job: QueueJob<'audit'>): Promise<unknown> {
    switch (job.name) {
      case 'audit.extend-chain':
        return this.chain.extend();
      case 'audit.create-partitions':
        return this.partitions.create('audit_log');
      default:
        throw unhandledJob(job);
    }
  }
}

@Module({
  imports: [BullModule.registerQueue({ name: 'audit' }), AuditModule],
  providers: [AuditProcessor],
})
export class AuditJobsModule {}
