import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../audit/audit.module';
import { BullModule } from '../../queue/bull.module';
import { MailModule } from '../../mail/mail.module';
import { UsersModule } from '../../users/users.module';
import { PerformanceQueries } from '../performance/performance.queries';
import { PerformanceRepository } from '../performance/performance.repository';
import { AlertsService } from './alerts.service';
import { FailedJobsService } from './failed-jobs.service';
import { AlertConditionQueries, NetworkAlertQueries } from './alert-conditions.queries';
import { AlertRecord } from './alert.entity';
import { PerformanceMinute } from '../performance/performance-minute.entity';

/** Alerts and the measurements they rest on; for the API and the worker. */
@Module({
  imports: [
    BullModule.registerQueue({ name: 'admin' }),
    TypeOrmModule.forFeature([AlertRecord, PerformanceMinute]),
    AuditModule,
    MailModule,
    UsersModule,
  ],
  providers: [
    AlertsService,
    FailedJobsService,
    PerformanceQueries,
    PerformanceRepository,
    AlertConditionQueries,
    NetworkAlertQueries,
  ],
  exports: [
    AlertsService,
    FailedJobsService,
    PerformanceQueries,
    PerformanceRepository,
    AlertConditionQueries,
    NetworkAlertQueries,
  ],
})
export class AlertsModule {}
