import { Injectable } from '@nestjs/common';
import { Mailer, type Delivery } from '../mailer';

/** The sandbox without a mail server: the stored mail is the inbox, so there is nothing to carry. */
@Injectable()
export class InboxMailer extends Mailer {
  deliver(): Promise<Delivery> {
    return Promise.resolve({ kind: 'sent' });
  }
}
