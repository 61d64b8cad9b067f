import { Processor } from '@nestjs/bullmq';
import type { QueueJob } from '../../queue/job-catalog';
import { JobProcessor, unhandledJob, WORKER_OPTIONS } from '../../queue/job-processor';
import { CheckBooksService } from '../alerts/check-books.service';
import { CheckHealthService } from '../alerts/check-health.service';

@Processor('admin', { ...WORKER_OPTIONS, concurrency: 1 })
export class AdminProcessor extends JobProcessor<'admin'> {
  constructor(
    private readonly books: CheckBooksService,
    private readonly health: CheckHealthService,
  ) {
    super();
  }

  handle(job: QueueJob<'admin'>): Promise<unknown> {
    switch (job.name) {
      case 'admin.check-integrity':
        return this.books.check();
      case 'admin.evaluate-alerts':
        return this.health.check();
      default:
        throw unhandledJob(job);
    }
  }
}
