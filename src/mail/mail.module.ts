import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SettingsModule } from '../settings/settings.module';
import { BullModule } from '../queue/bull.module';
import { MailBodyCipher, MailRepository } from './outbox/mail.repository';
import { MailService } from './mail.service';
import { MailMessage } from './outbox/mail-message.entity';

/** Writing mail. */
@Module({
  imports: [
    BullModule.registerQueue({ name: 'mail' }),
    TypeOrmModule.forFeature([MailMessage]),
    SettingsModule,
  ],
  providers: [MailBodyCipher, MailRepository, MailService],
  exports: [MailBodyCipher, MailRepository, MailService],
})
export class MailModule {}
