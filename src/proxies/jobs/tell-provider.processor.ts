import { Injectable } from '@nestjs/common';
import { HandlesJob, type JobHandler } from '../../queue/job-handler';
import { ProviderSyncService } from '../provider-sync/provider-sync.service';

@Injectable()
@HandlesJob('proxies.tell-provider')
export class TellProviderProcessor implements JobHandler<'proxies.tell-provider'> {
  constructor(private readonly agreement: ProviderSyncService) {}

  async handle(): Promise<void> {
    await this.agreement.syncDue();
  }
}
