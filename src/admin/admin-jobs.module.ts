import { Module } from '@nestjs/common';
import { AlertsModule } from './alerts/alerts.module';
import { CheckHealthProcessor } from './alerts/check-health.processor';
import { CheckHealthService } from './alerts/check-health.service';

@Module({ imports: [AlertsModule], providers: [CheckHealthService, CheckHealthProcessor] })
export class AdminJobsModule {}
