import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module';
import { UsersModule } from '../users/users.module';
import { InboxController } from './inbox/inbox.controller';
import {
  InboxMessage,
  NotificationCursor,
  NotificationPreference,
  SentNotification,
} from './notifications.entity';
import { InboxService } from './inbox/inbox.service';
import { NotificationPreferencesController } from './preferences/notification-preferences.controller';
import { NotificationPreferencesService } from './preferences/notification-preferences.service';

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
  providers: [InboxService, NotificationPreferencesService],
  exports: [InboxService, NotificationPreferencesService],
})
export class NotificationsModule {}
