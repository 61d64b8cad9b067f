import { Processor } from '@nestjs/bullmq';
import type { QueueJob } from '../../queue/job-catalog';
import { JobProcessor, unhandledJob, WORKER_OPTIONS } from '../../queue/job-processor';
import { AuthCleanupService } from './auth-cleanup.service';

@Processor('auth', { ...WORKER_OPTIONS, concurrency: 1 })
export class AuthProcessor extends JobProcessor<'auth'> {
  constructor(private readonly cleanup: AuthCleanupService) {
    super();
  }

  handle(job: QueueJob<'auth'>): Promise<unknown> {
    switch (job.name) {
      case 'auth.purge-expired':
        return this.cleanup.deleteExpired();
      default:
        throw unhandledJob(job.name);
    }
  }
}
