import { Module } from '@nestjs/common';
import { BullModule } from '../queue/bull.module';
import { AlertsModule } from './alerts/alerts.module';
import { CheckBooksService } from './alerts/check-books.service';
import { CheckHealthService } from './alerts/check-health.service';
import { IntegrityModule } from './integrity/integrity.module';
import { AdminProcessor } from './jobs/admin.processor';

@Module({
  imports: [BullModule.registerQueue({ name: 'admin' }), AlertsModule, IntegrityModule],
  providers: [AdminProcessor, CheckBooksService, CheckHealthService],
})
export class AdminJobsModule {}
