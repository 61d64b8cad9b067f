import { Processor } from '@nestjs/bullmq';
import type { QueueJob } from '../../queue/job-catalog';
import { JobProcessor, unhandledJob, WORKER_OPTIONS } from '../../queue/job-processor';
import { AuditChainService } from '../audit-chain.service';

@Processor('audit', { ...WORKER_OPTIONS, concurrency: 1 })
export class AuditProcessor extends JobProcessor<'audit'> {
  constructor(private readonly chain: AuditChainService) {
    super();
  }

  handle(job: QueueJob<'audit'>): Promise<unknown> {
    switch (job.name) {
      case 'audit.extend-chain':
        return this.chain.extend();
      default:
        throw unhandledJob(job.name);
    }
  }
}
