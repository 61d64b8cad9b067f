import { Injectable } from '@nestjs/common';
import { HandlesJob, type JobHandler } from '../queue/job-handler';
import { MailDispatcher } from './mail-dispatcher';

@Injectable()
@HandlesJob('background.send-mail')
export class SendMailProcessor implements JobHandler<'background.send-mail'> {
  constructor(private readonly dispatcher: MailDispatcher) {}

  handle({ mailId }: { mailId: number }): Promise<void> {
    return this.dispatcher.send(mailId);
  }
}
