import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../config/app-config';
import { MailTransportSettings, type OutgoingMail } from '../mail.types';
import { Mailer, type Delivery } from '../mailer';
import { InboxMailer } from './inbox-mailer';
import { SmtpMailer } from './smtp-mailer';

/** Sends by the mail server of the settings; without one, the sandbox keeps its mail to itself. */
@Injectable()
export class PlatformMailer extends Mailer {
  constructor(
    private readonly config: AppConfig,
    private readonly settings: MailTransportSettings,
    private readonly smtp: SmtpMailer,
    private readonly sandbox: InboxMailer,
  ) {
    super();
  }

  async deliver(mail: OutgoingMail): Promise<Delivery> {
    const { smtpHost } = await this.settings.current();
    if (smtpHost) return this.smtp.deliver(mail);
    if (this.config.sandbox) return this.sandbox.deliver();
    return {
      kind: 'unavailable',
      reason: 'No mail server is set: enter one in the system settings or as SMTP_HOST.',
    };
  }
}
