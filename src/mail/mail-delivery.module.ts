import { Module } from '@nestjs/common';
import { InboxMailer } from './adapters/inbox-mailer.adapter';
import { ConfiguredMailer } from './adapters/configured-mailer.adapter';
import { SmtpMailer } from './adapters/smtp-mailer.adapter';
import { DirectMailService } from './direct-mail.service';
import { SettingsModule } from '../settings/settings.module';
import { MailModule } from './mail.module';
import { Mailer } from './ports/mailer.port';

/** The way out for mail. */
@Module({
  imports: [MailModule, SettingsModule],
  providers: [
    SmtpMailer,
    InboxMailer,
    { provide: Mailer, useClass: ConfiguredMailer },
    DirectMailService,
  ],
  exports: [DirectMailService, Mailer],
})
export class MailDeliveryModule {}
