import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BullModule } from '../queue/bull.module';
import { MailBody } from './mail-body';
import { MailRepository } from './mail.repository';
import { MailService } from './mail.service';
import { MailMessage } from './mail-message.entity';

/** Writing mail. Needs `MailTransportSettings` from the application. */
@Module({
  imports: [BullModule.registerQueue({ name: 'mail' }), TypeOrmModule.forFeature([MailMessage])],
  providers: [MailBody, MailRepository, MailService],
  exports: [MailBody, MailRepository, MailService],
})
export class MailModule {}
