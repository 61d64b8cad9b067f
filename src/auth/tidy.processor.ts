import { Injectable } from '@nestjs/common';
import { HandlesJob, type JobHandler } from '../queue/job-handler';
import { AuthTidyService } from './auth-tidy.service';

@Injectable()
@HandlesJob('background.tidy')
export class TidyProcessor implements JobHandler<'background.tidy'> {
  constructor(private readonly auth: AuthTidyService) {}

  handle(): Promise<void> {
    return this.auth.tidy();
  }
}
