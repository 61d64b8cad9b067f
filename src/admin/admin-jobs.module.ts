import { Module } from '@nestjs/common';
import { AlertsModule } from './alerts/alerts.module';
import { CheckBooksProcessor } from './alerts/check-books.processor';
import { CheckBooksService } from './alerts/check-books.service';
import { CheckHealthProcessor } from './alerts/check-health.processor';
import { CheckHealthService } from './alerts/check-health.service';
import { IntegrityModule } from './integrity/integrity.module';

@Module({
  imports: [AlertsModule, IntegrityModule],
  providers: [CheckBooksProcessor, CheckBooksService, CheckHealthProcessor, CheckHealthService],
})
export class AdminJobsModule {}
