import { Injectable } from '@nestjs/common';
import { HandlesJob, type JobHandler } from '../../queue/job-handler';
import { ExpiryService } from '../expiry.service';

@Injectable()
@HandlesJob('proxies.expire')
export class ExpireProxiesProcessor implements JobHandler<'proxies.expire'> {
  constructor(private readonly expiry: ExpiryService) {}

  async handle(): Promise<void> {
    await this.expiry.expireDue();
  }
}
