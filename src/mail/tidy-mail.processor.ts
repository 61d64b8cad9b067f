import { Injectable } from '@nestjs/common';
import { HandlesJob, type JobHandler } from '../queue/job-handler';
import { MailTidyService } from './mail-tidy.service';

@Injectable()
@HandlesJob('background.tidy-mail')
export class TidyMailProcessor implements JobHandler<'background.tidy-mail'> {
  constructor(private readonly mails: MailTidyService) {}

  handle(): Promise<void> {
    return this.mails.tidy();
  }
}
