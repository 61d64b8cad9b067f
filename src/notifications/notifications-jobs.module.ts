import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { MailModule } from '../mail/mail.module';
import { ProxiesModule } from '../proxies/proxies.module';
import { BullModule } from '../queue/bull.module';
import { UsersModule } from '../users/users.module';
import { WalletModule } from '../wallet/wallet.module';
import { CursorRepository } from './cursor.repository';
import { NotificationsProcessor } from './jobs/notifications.processor';
import { NoticeLetters } from './letters/notice-letters';
import { NoticeSender } from './notice-sender';
import { NotificationsModule } from './notifications.module';
import { NotifyService } from './notify.service';
import { SentRepository } from './sent.repository';
import { ExpiryWatch } from './watches/expiry.watch';
import { LowBalanceWatch } from './watches/low-balance.watch';
import { SignInWatch } from './watches/sign-in.watch';
import { TrafficWatch } from './watches/traffic.watch';

/** Telling people, in the worker. */
@Module({
  imports: [
    BullModule.registerQueue({ name: 'notifications' }),
    AuthModule,
    MailModule,
    NotificationsModule,
    ProxiesModule,
    UsersModule,
    WalletModule,
  ],
  providers: [
    CursorRepository,
    ExpiryWatch,
    LowBalanceWatch,
    NoticeLetters,
    NoticeSender,
    NotificationsProcessor,
    NotifyService,
    SentRepository,
    SignInWatch,
    TrafficWatch,
  ],
})
export class NotificationsJobsModule {}
