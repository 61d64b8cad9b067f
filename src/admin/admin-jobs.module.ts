import { Module } from '@nestjs/common';
import { AlertsModule } from './alerts/alerts.module';
import { IntegrityCheckService } from './alerts/integrity-check.service';
import { AlertEvaluationService } from './alerts/alert-evaluation.service';
import { BooksModule } from './books/books.module';
import { IntegrityModule } from './integrity/integrity.module';
import { AdminProcessor } from './jobs/admin.processor';
import { WalletCorrectionsModule } from './wallet-corrections/wallet-corrections.module';

@Module({
  imports: [AlertsModule, BooksModule, IntegrityModule, WalletCorrectionsModule],
  providers: [AdminProcessor, IntegrityCheckService, AlertEvaluationService],
})
export class AdminJobsModule {}
