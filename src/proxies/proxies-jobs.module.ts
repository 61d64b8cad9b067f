import { Module } from '@nestjs/common';
import { ExpireProxiesProcessor } from './jobs/expire-proxies.processor';
import { ResolveAttemptProcessor } from './jobs/resolve-attempt.processor';
import { SweepOrdersProcessor } from './jobs/sweep-orders.processor';
import { SyncUsageProcessor } from './jobs/sync-usage.processor';
import { TellProviderProcessor } from './jobs/tell-provider.processor';
import { TidyUsageProcessor } from './jobs/tidy-usage.processor';
import { ProxiesModule } from './proxies.module';

@Module({
  imports: [ProxiesModule],
  providers: [
    ExpireProxiesProcessor,
    ResolveAttemptProcessor,
    SweepOrdersProcessor,
    SyncUsageProcessor,
    TellProviderProcessor,
    TidyUsageProcessor,
  ],
})
export class ProxiesJobsModule {}
