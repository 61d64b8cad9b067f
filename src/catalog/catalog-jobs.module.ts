import { Processor } from '@nestjs/bullmq';
import type { QueueJob } from '../queue/job-catalog';
import { JobProcessor, unhandledJob, WORKER_OPTIONS } from '../queue/job-processor';
import { ProbesService } from './health/probes.service';
import { NetworkUsageService } from './usage/usage.service';
import { ProviderPlacesService } from './places/provider-places.service';
import { ProviderStockService } from './providers/provider-stock.service';
import { AutomaticStockService } from './purchases/automatic-stock.service';
import { PurchaseFollowService } from './purchases/purchase-follow.service';
import { Module } from '@nestjs/common';
import { BullModule } from '../queue/bull.module';
import { CatalogModule } from './catalog.module';

@Processor('supply', { ...WORKER_OPTIONS, concurrency: 2 })
export class CatalogProcessor extends JobProcessor<'supply'> {
  constructor(
    private readonly probes: ProbesService,
    private readonly purchases: PurchaseFollowService,
    private readonly automatic: AutomaticStockService,
    private readonly providers: ProviderStockService,
    private readonly usage: NetworkUsageService,
    private readonly places: ProviderPlacesService,
  ) {
    super();
  }

  handle(job: QueueJob<'supply'>): Promise<unknown> {
    switch (job.name) {
      case 'supply.buy-stock':
        return this.automatic.fill();
      case 'supply.compare-usage':
        return this.usage.compareAll();
      case 'supply.follow-purchases':
        return this.purchases.followDue();
      case 'supply.read-balances':
        return this.providers.readBalances();
      case 'supply.refresh-places':
        return this.places.refreshDue();
      case 'supply.synchronize-stock':
        return this.providers.synchronizeAll();
      case 'supply.plan-probes':
        return this.probes.plan();
      case 'supply.probe-due':
        return this.probes.probeDue();
      case 'supply.keep-usage':
        return this.usage.maintainTables();
      default:
        throw unhandledJob(job);
    }
  }
}

@Module({
  imports: [BullModule.registerQueue({ name: 'supply' }), CatalogModule],
  providers: [CatalogProcessor],
})
export class CatalogJobsModule {}
