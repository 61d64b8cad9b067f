import { Module } from '@nestjs/common';
import { ProxiesProcessor } from './jobs/proxies.processor';
import { ProxiesModule } from './proxies.module';
import { UsageTargetsModule } from './usage-targets/usage-targets.module';

@Module({ imports: [ProxiesModule, UsageTargetsModule], providers: [ProxiesProcessor] })
export class ProxiesJobsModule {}
