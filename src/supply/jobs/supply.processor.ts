import { Processor } from '@nestjs/bullmq';
import type { QueueJob } from '../../queue/job-catalog';
import { JobProcessor, unhandledJob, WORKER_OPTIONS } from '../../queue/job-processor';
import { ScheduledProbesService } from '../health/scheduled-probes.service';

@Processor('supply', { ...WORKER_OPTIONS, concurrency: 2 })
export class SupplyProcessor extends JobProcessor<'supply'> {
  constructor(private readonly probes: ScheduledProbesService) {
    super();
  }

  handle(job: QueueJob<'supply'>): Promise<unknown> {
    switch (job.name) {
      case 'supply.plan-probes':
        return this.probes.plan();
      case 'supply.probe-due':
        return this.probes.probeDue();
      default:
        throw unhandledJob(job);
    }
  }
}
