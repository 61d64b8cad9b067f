import { Injectable } from '@nestjs/common';
import { HandlesJob, type JobHandler } from '../../queue/job-handler';
import { CheckHealthService } from './check-health.service';

@Injectable()
@HandlesJob('background.check-health')
export class CheckHealthProcessor implements JobHandler<'background.check-health'> {
  constructor(private readonly health: CheckHealthService) {}

  handle(): Promise<void> {
    return this.health.check();
  }
}
