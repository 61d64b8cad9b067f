import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module';
import { UsersModule } from '../users/users.module';
import { InboxController } from './inbox/inbox.controller';
import { InboxMessage } from './inbox/inbox-message.entity';
import { InboxRepository } from './inbox/inbox.repository';
import { InboxService } from './inbox/inbox.service';
import { NotificationPreferencesController } from './preferences/notification-preferences.controller';
import { NotificationPreferencesRepository } from './preferences/notification-preferences.repository';
import { NotificationPreferencesService } from './preferences/notification-preferences.service';
import { NotificationCursor } from './rules/notification-cursor.entity';
import { NotificationPreference } from './preferences/notification-preference.entity';
import { SentNotification } from './delivery/sent-notification.entity';

/** The inbox and the notification preferences. */
@Module({
  imports: [
    TypeOrmModule.forFeature([
      InboxMessage,
      NotificationCursor,
      NotificationPreference,
      SentNotification,
    ]),
    AuditModule,
    UsersModule,
  ],
  controllers: [InboxController, NotificationPreferencesController],
  providers: [
    InboxRepository,
    InboxService,
    NotificationPreferencesRepository,
    NotificationPreferencesService,
  ],
  exports: [InboxRepository, InboxService, NotificationPreferencesService],
})
export class NotificationsModule {}
