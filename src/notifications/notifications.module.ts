import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module';
import { UsersModule } from '../users/users.module';
import { AdminAnnouncementsController } from './announcements/announcements.admin.controller';
import { Announcement } from './announcements/announcement.entity';
import { AnnouncementsController } from './announcements/announcements.controller';
import { AnnouncementsService } from './announcements/announcements.service';
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
      Announcement,
      InboxMessage,
      NotificationCursor,
      NotificationPreference,
      SentNotification,
    ]),
    AuditModule,
    UsersModule,
  ],
  controllers: [
    AdminAnnouncementsController,
    AnnouncementsController,
    InboxController,
    NotificationPreferencesController,
  ],
  providers: [AnnouncementsService, InboxService, NotificationPreferencesService],
  exports: [AnnouncementsService, InboxService, NotificationPreferencesService],
})
export class NotificationsModule {}
