import { Processor } from '@nestjs/bullmq';
import { MonthPartitions } from '../database/partitions/month-partitions';
import type { QueueJob } from '../queue/job-catalog';
import { JobProcessor, unhandledJob, WORKER_OPTIONS } from '../queue/job-processor';
import { UsageTargetsService } from './usage/usage-targets.service';
import { ProxyEndpointService } from './proxy-endpoint.service';
import { ProxyExpiryService } from './proxy-expiry.service';
import { AutoRenewalService } from './renewal/auto-renewal.service';
import { AutoTrafficService } from './renewal/auto-traffic.service';
import { ExitMoveService } from './stock-replacement/exit-move.service';
import { UsageSyncService } from './usage/usage-sync.service';
import { Module } from '@nestjs/common';
import { ProxiesModule } from './proxies.module';

@Processor('proxies', { ...WORKER_OPTIONS, concurrency: 8 })
export class ProxiesProcessor extends JobProcessor<'proxies'> {
  constructor(
    private readonly autoRenewals: AutoRenewalService,
    private readonly autoTraffic: AutoTrafficService,
    private readonly endpoints: ProxyEndpointService,
    private readonly moves: ExitMoveService,
    private readonly expiry: ProxyExpiryService,
    private readonly partitions: MonthPartitions,
    private readonly targets: UsageTargetsService,
    private readonly usage: UsageSyncService,
  ) {
    super();
  }

  async handle(job: QueueJob<'proxies'>): Promise<unknown> {
    switch (job.name) {
      case 'proxies.auto-renew':
        return this.autoRenewals.renewDue();
      case 'proxies.buy-traffic':
        return this.autoTraffic.buyDue();
      case 'proxies.sync-usage':
        return this.usage.sync();
      case 'proxies.expire':
        return this.expiry.expireDue();
      case 'proxies.move-customers':
        return this.moves.moveDue();
      case 'proxies.move-endpoints':
        return this.endpoints.moveDue();
      case 'proxies.create-partitions':
        return this.partitions.create('usage_hour');
      case 'proxies.purge-usage':
        await this.targets.deleteOld();
        return this.usage.deleteOld();
      default:
        throw unhandledJob(job);
    }
  }
}

@Module({ imports: [ProxiesModule], providers: [ProxiesProcessor] })
export class ProxiesJobsModule {}
