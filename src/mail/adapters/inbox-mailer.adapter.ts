import { Injectable } from '@nestjs/common';
import { Mailer, type Delivery } from '../ports/mailer.port';

/** Sandbox without a mail server: the outbox row is the inbox entry, so delivery is a no-op. */
@Injectable()
export class InboxMailer extends Mailer {
  deliver(): Promise<Delivery> {
    return Promise.resolve({ kind: 'sent' });
  }
}
