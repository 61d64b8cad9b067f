import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MailBody } from './mail-body';
import { MailRepository } from './mail.repository';
import { MailService } from './mail.service';
import { MailMessage } from './mail-message.entity';

/** Writing mail. Needs `MailTransportSettings` from the application. */
@Module({
  imports: [TypeOrmModule.forFeature([MailMessage])],
  providers: [MailBody, MailRepository, MailService],
  exports: [MailBody, MailRepository, MailService],
})
export class MailModule {}
