import { Module } from '@nestjs/common';
import { MailBody } from './mail-body';
import { MailRepository } from './mail.repository';
import { MailService } from './mail.service';

/** Writing mail. Needs `MailTransportSettings` from the application. */
@Module({
  providers: [MailBody, MailRepository, MailService],
  exports: [MailBody, MailRepository, MailService],
})
export class MailModule {}
