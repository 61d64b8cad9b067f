import { Injectable } from '@nestjs/common';
import { HandlesJob, type JobHandler } from '../queue/job-handler';
import { MailDispatcher } from './mail-dispatcher';

@Injectable()
@HandlesJob('background.sweep-mail')
export class SweepMailProcessor implements JobHandler<'background.sweep-mail'> {
  constructor(private readonly dispatcher: MailDispatcher) {}

  handle(): Promise<void> {
    return this.dispatcher.sweep();
  }
}
