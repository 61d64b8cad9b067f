import { Module } from '@nestjs/common';
import { InboxMailer, ConfiguredMailer, SmtpMailer } from './adapters/mailers';
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
