import { Processor } from '@nestjs/bullmq';
import type { QueueJob } from '../../queue/job-catalog';
import { JobProcessor, unhandledJob, WORKER_OPTIONS } from '../../queue/job-processor';
import { NotificationsService } from '../notifications.service';

@Processor('notifications', { ...WORKER_OPTIONS, concurrency: 1 })
export class NotificationsProcessor extends JobProcessor<'notifications'> {
  constructor(private readonly notifications: NotificationsService) {
    super();
  }

  handle(job: QueueJob<'notifications'>): Promise<unknown> {
    switch (job.name) {
      case 'notifications.send':
        return this.notifications.sendDue();
      default:
        throw unhandledJob(job.name);
    }
  }
}
