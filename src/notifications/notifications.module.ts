import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module';
import { UsersModule } from '../users/users.module';
import { PreferencesController } from './preferences.controller';
import { PreferencesRepository } from './preferences.repository';
import { PreferencesService } from './preferences.service';
import { NotificationCursor } from './notification-cursor.entity';
import { NotificationPreference } from './notification-preference.entity';
import { NotificationSent } from './notification-sent.entity';

/** What people want to be told by mail. */
@Module({
  imports: [
    TypeOrmModule.forFeature([NotificationCursor, NotificationPreference, NotificationSent]),
    AuditModule,
    UsersModule,
  ],
  controllers: [PreferencesController],
  providers: [PreferencesRepository, PreferencesService],
  exports: [PreferencesService],
})
export class NotificationsModule {}
