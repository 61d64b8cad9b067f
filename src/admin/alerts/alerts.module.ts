import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../audit/audit.module';
import { MailModule } from '../../mail/mail.module';
import { UsersModule } from '../../users/users.module';
import { PerformanceQueries } from '../performance/performance.queries';
import { PerformanceRepository } from '../performance/performance.repository';
import { AlertRepository } from './alert.repository';
import { AlertsService } from './alerts.service';
import { AlertConditionQueries } from './alert-conditions.queries';
import { AlertRecord } from './alert.entity';
import { PerformanceMinute } from '../performance/performance-minute.entity';

/** Alerts and the measurements they rest on; for the API and the worker. */
@Module({
  imports: [
    TypeOrmModule.forFeature([AlertRecord, PerformanceMinute]),
    AuditModule,
    MailModule,
    UsersModule,
  ],
  providers: [
    AlertRepository,
    AlertsService,
    PerformanceQueries,
    PerformanceRepository,
    AlertConditionQueries,
  ],
  exports: [AlertsService, PerformanceQueries, PerformanceRepository, AlertConditionQueries],
})
export class AlertsModule {}
