import { Processor } from '@nestjs/bullmq';
import type { QueueJob } from '../queue/job-catalog';
import { JobProcessor, unhandledJob, WORKER_OPTIONS } from '../queue/job-processor';
import { AlertEvaluationService } from './alerts/alert-evaluation.service';
import { CompensationsService } from './compensations/compensations.service';
import { ChainHeadExportService } from './books/chain-head-export.service';
import { JobsService } from './machinery/jobs.service';
import { WalletCorrectionsService } from './wallet-corrections/wallet-corrections.service';
import { Module } from '@nestjs/common';
import { AlertsModule } from './alerts/alerts.module';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module';
import { MailModule } from '../mail/mail.module';
import { LedgerModule } from '../wallet/ledger/ledger.module';
import { ChainHead } from './books/chain-head.entity';
import { IntegrityModule } from './integrity/integrity.module';
import { StatusModule } from './status/status.module';
import { StatusService } from './status/status.service';
import { WalletCorrectionsModule } from './wallet-corrections/wallet-corrections.module';

/** All processes may have been started with this one: that is no outage. */
const STARTING_SECONDS = 60;

@Processor('admin', { ...WORKER_OPTIONS, concurrency: 1 })
export class AdminProcessor extends JobProcessor<'admin'> {
  constructor(
    private readonly alerts: AlertEvaluationService,
    private readonly jobs: JobsService,
    private readonly corrections: WalletCorrectionsService,
    private readonly compensations: CompensationsService,
    private readonly chainHeads: ChainHeadExportService,
    private readonly status: StatusService,
  ) {
    super();
  }

  async handle(job: QueueJob<'admin'>): Promise<unknown> {
    switch (job.name) {
      case 'admin.check-integrity':
        return this.alerts.checkSinceLastPeriod();
      case 'admin.check-history':
        return this.alerts.checkHistory();
      case 'admin.handle-failed':
        await this.jobs.handle(job.data.action, job.data.job);
        return this.alerts.evaluate();
      case 'admin.evaluate-alerts':
        return this.alerts.evaluate();
      case 'admin.execute-proposals':
        return this.corrections.executeDue();
      case 'admin.expire-corrections':
        return this.corrections.expire();
      case 'admin.give-compensations':
        return this.compensations.giveDue();
      case 'admin.export-chain-heads':
        return this.chainHeads.export();
      case 'admin.observe-status':
        return process.uptime() < STARTING_SECONDS ? undefined : this.status.observe();
      default:
        throw unhandledJob(job);
    }
  }
}

@Module({
  imports: [
    TypeOrmModule.forFeature([ChainHead]),
    ...[AlertsModule, AuditModule, IntegrityModule, LedgerModule, MailModule],
    StatusModule,
    WalletCorrectionsModule,
  ],
  providers: [AdminProcessor, AlertEvaluationService, ChainHeadExportService],
})
export class AdminJobsModule {}
