import { Injectable } from '@nestjs/common';
import { HandlesJob, type JobHandler } from '../../queue/job-handler';
import { UsageRetentionService } from '../adapters/embedded/usage-retention.service';

@Injectable()
@HandlesJob('proxies.tidy-usage')
export class TidyUsageProcessor implements JobHandler<'proxies.tidy-usage'> {
  constructor(private readonly house: UsageRetentionService) {}

  handle(): Promise<void> {
    return this.house.deleteOldHours();
  }
}
