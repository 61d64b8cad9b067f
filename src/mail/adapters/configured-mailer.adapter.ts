import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../config/app-config';
import { SettingsService } from '../../settings/settings.service';
import type { OutgoingMail } from '../mail.types';
import { Mailer, type Delivery } from '../ports/mailer.port';
import { InboxMailer } from './inbox-mailer.adapter';
import { SmtpMailer } from './smtp-mailer.adapter';

/** Sends by the mail server of the settings; without one, the sandbox delivers to its inbox. */
@Injectable()
export class ConfiguredMailer extends Mailer {
  constructor(
    private readonly config: AppConfig,
    private readonly settings: SettingsService,
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
