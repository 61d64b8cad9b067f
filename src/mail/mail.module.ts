import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SettingsModule } from '../settings/settings.module';
import { BullModule } from '../queue/bull.module';
import { MailService } from './mail.service';
import { MailMessage } from './outbox/mail-message.entity';

/** Writing mail. */
@Module({
  imports: [
    BullModule.registerQueue({ name: 'mail' }),
    TypeOrmModule.forFeature([MailMessage]),
    SettingsModule,
  ],
  providers: [MailService],
  exports: [MailService],
})
export class MailModule {}
