import { Injectable } from '@nestjs/common';
import { HandlesJob, type JobHandler } from '../../queue/job-handler';
import { HouseTidyService } from '../adapters/house/house-tidy.service';

@Injectable()
@HandlesJob('proxies.tidy-usage')
export class TidyUsageProcessor implements JobHandler<'proxies.tidy-usage'> {
  constructor(private readonly house: HouseTidyService) {}

  handle(): Promise<void> {
    return this.house.tidy();
  }
}
