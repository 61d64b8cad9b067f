import { Processor } from '@nestjs/bullmq';
import { Module } from '@nestjs/common';
import { MonthPartitions } from '../database/partitions/month-partitions';
import { BullModule } from '../queue/bull.module';
import type { QueueJob } from '../queue/job-catalog';
import { JobProcessor, unhandledJob, WORKER_OPTIONS } from '../queue/job-processor';
import { LedgerChainService } from './ledger/ledger.service';
import { LedgerPeriodService } from './ledger/ledger-period.service';
import { LedgerModule } from './ledger/ledger.module';

@Processor('wallet', { ...WORKER_OPTIONS, concurrency: 1 })
export class WalletProcessor extends JobProcessor<'wallet'> {
  constructor(
    private readonly chain: LedgerChainService,
    private readonly partitions: MonthPartitions,
    private readonly periods: LedgerPeriodService,
  ) {
    super();
  }

  handle(job: QueueJob<'wallet'>): Promise<unknown> {
    switch (job.name) {
      case 'wallet.extend-ledger-chain':
        return this.chain.extend();
      case 'wallet.close-periods':
        return this.periods.closeDue();
      case 'wallet.create-partitions':
        return this.partitions.create('ledger_entry');
      default:
        throw unhandledJob(job);
    }
  }
}

@Module({
  imports: [BullModule.registerQueue({ name: 'wallet' }), LedgerModule],
  providers: [WalletProcessor],
})
export class WalletJobsModule {}
