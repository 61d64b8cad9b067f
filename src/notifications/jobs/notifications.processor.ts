import { Processor } from '@nestjs/bullmq';
import type { QueueJob } from '../../queue/job-catalog';
import { JobProcessor, unhandledJob, WORKER_OPTIONS } from '../../queue/job-processor';
import { NotifyService } from '../notify.service';

@Processor('notifications', { ...WORKER_OPTIONS, concurrency: 1 })
export class NotificationsProcessor extends JobProcessor<'notifications'> {
  constructor(private readonly notifications: NotifyService) {
    super();
  }

  handle(job: QueueJob<'notifications'>): Promise<unknown> {
    switch (job.name) {
      case 'notifications.send':
        return this.notifications.run();
      default:
        throw unhandledJob(job.name);
    }
  }
}
