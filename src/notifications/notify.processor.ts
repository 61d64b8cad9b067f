import { Injectable } from '@nestjs/common';
import { HandlesJob, type JobHandler } from '../queue/job-handler';
import { NotifyService } from './notify.service';

@Injectable()
@HandlesJob('background.notify')
export class NotifyProcessor implements JobHandler<'background.notify'> {
  constructor(private readonly notices: NotifyService) {}

  handle(): Promise<void> {
    return this.notices.run();
  }
}
