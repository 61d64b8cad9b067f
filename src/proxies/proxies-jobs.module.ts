import { Module } from '@nestjs/common';
import { ProxiesProcessor } from './jobs/proxies.processor';
import { ProxiesModule } from './proxies.module';

@Module({ imports: [ProxiesModule], providers: [ProxiesProcessor] })
export class ProxiesJobsModule {}
