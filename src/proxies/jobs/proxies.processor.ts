import { Processor } from '@nestjs/bullmq';
import { MonthPartitions } from '../../database/partitions/month-partitions';
import type { QueueJob } from '../../queue/job-catalog';
import { JobProcessor, unhandledJob, WORKER_OPTIONS } from '../../queue/job-processor';
import { UsageRetentionService } from '../adapters/embedded/usage-retention.service';
import { UsageTargetsService } from '../usage-targets/usage-targets.service';
import { ProxyEndpointService } from '../endpoints/proxy-endpoint.service';
import { ProxyExpiryService } from '../lifecycle/proxy-expiry.service';
import { AttemptResolutionService } from '../orders/attempt-resolution.service';
import { ProviderSyncService } from '../provider-sync/provider-sync.service';
import { OrderRefundService } from '../refunds/order-refund.service';
import { AutoRenewalService } from '../renewal/auto/auto-renewal.service';
import { ExtensionRetractionService } from '../renewal/extension-retraction.service';
import { UsageSyncService } from '../usage/usage-sync.service';

@Processor('proxies', { ...WORKER_OPTIONS, concurrency: 8 })
export class ProxiesProcessor extends JobProcessor<'proxies'> {
  constructor(
    private readonly autoRenewals: AutoRenewalService,
    private readonly attempts: AttemptResolutionService,
    private readonly endpoints: ProxyEndpointService,
    private readonly expiry: ProxyExpiryService,
    private readonly partitions: MonthPartitions,
    private readonly provider: ProviderSyncService,
    private readonly refunds: OrderRefundService,
    private readonly retraction: ExtensionRetractionService,
    private readonly retention: UsageRetentionService,
    private readonly targets: UsageTargetsService,
    private readonly usage: UsageSyncService,
  ) {
    super();
  }

  async handle(job: QueueJob<'proxies'>): Promise<unknown> {
    switch (job.name) {
      case 'proxies.resolve-attempt':
        return this.attempts.resolve(job.data.attemptId);
      case 'proxies.sweep-orders':
        await this.attempts.sweep();
        await this.retraction.retractDue();
        return this.refunds.expireRefunded();
      case 'proxies.auto-renew':
        return this.autoRenewals.renewDue();
      case 'proxies.sync-usage':
        return this.usage.sync();
      case 'proxies.sync-provider':
        return this.provider.syncDue();
      case 'proxies.expire':
        return this.expiry.expireDue();
      case 'proxies.move-endpoints':
        return this.endpoints.moveDue();
      case 'proxies.create-partitions':
        return this.partitions.create('usage_hour');
      case 'proxies.purge-usage':
        await this.targets.deleteOld();
        await this.retention.deleteOldHours();
        return this.retention.deleteOldFailures();
      default:
        throw unhandledJob(job);
    }
  }
}
