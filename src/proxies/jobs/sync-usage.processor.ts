import { Injectable } from '@nestjs/common';
import { HandlesJob, type JobHandler } from '../../queue/job-handler';
import { UsageSyncService } from '../usage/usage-sync.service';

@Injectable()
@HandlesJob('proxies.sync-usage')
export class SyncUsageProcessor implements JobHandler<'proxies.sync-usage'> {
  constructor(private readonly usage: UsageSyncService) {}

  async handle(): Promise<void> {
    await this.usage.sync();
  }
}
