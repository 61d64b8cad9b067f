import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../audit/audit.module';
import { BullModule } from '../../queue/bull.module';
import { MailModule } from '../../mail/mail.module';
import { UsersModule } from '../../users/users.module';
import { PerformanceService } from '../performance/performance.service';
import { AlertsService } from './alerts.service';
import { JobsService } from '../machinery/jobs.service';
import { AlertConditionQueries } from './alert-conditions.queries';
import { AlertRecord } from './alert.entity';
import { PerformanceMinute } from '../performance/performance-minute.entity';

const SERVICES = [AlertConditionQueries, AlertsService, JobsService, PerformanceService];

/** Alerts and the measurements they rest on; for the API and the worker. */
@Module({
  imports: [
    BullModule.registerQueue({ name: 'admin' }),
    TypeOrmModule.forFeature([AlertRecord, PerformanceMinute]),
    AuditModule,
    MailModule,
    UsersModule,
  ],
  providers: SERVICES,
  exports: SERVICES,
})
export class AlertsModule {}
