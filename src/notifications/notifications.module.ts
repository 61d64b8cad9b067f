import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module';
import { UsersModule } from '../users/users.module';
import { NotificationPreferencesController } from './preferences/notification-preferences.controller';
import { NotificationPreferencesRepository } from './preferences/notification-preferences.repository';
import { NotificationPreferencesService } from './preferences/notification-preferences.service';
import { NotificationCursor } from './rules/notification-cursor.entity';
import { NotificationPreference } from './preferences/notification-preference.entity';
import { SentNotification } from './delivery/sent-notification.entity';

/** Notification preferences. */
@Module({
  imports: [
    TypeOrmModule.forFeature([NotificationCursor, NotificationPreference, SentNotification]),
    AuditModule,
    UsersModule,
  ],
  controllers: [NotificationPreferencesController],
  providers: [NotificationPreferencesRepository, NotificationPreferencesService],
  exports: [NotificationPreferencesService],
})
export class NotificationsModule {}
