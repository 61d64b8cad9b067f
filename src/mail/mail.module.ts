import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BullModule } from '../queue/bull.module';
import { MailBodyCipher } from './outbox/mail-body-cipher';
import { MailRepository } from './outbox/mail.repository';
import { MailService } from './mail.service';
import { MailMessage } from './outbox/mail-message.entity';

/** Writing mail. Needs `MailTransportSettings` from the application. */
@Module({
  imports: [BullModule.registerQueue({ name: 'mail' }), TypeOrmModule.forFeature([MailMessage])],
  providers: [MailBodyCipher, MailRepository, MailService],
  exports: [MailBodyCipher, MailRepository, MailService],
})
export class MailModule {}
