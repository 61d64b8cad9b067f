import { Injectable } from '@nestjs/common';
import { HandlesJob, type JobHandler } from '../../queue/job-handler';
import { ProxyExpiryService } from '../lifecycle/proxy-expiry.service';

@Injectable()
@HandlesJob('proxies.expire')
export class ExpireProxiesProcessor implements JobHandler<'proxies.expire'> {
  constructor(private readonly expiry: ProxyExpiryService) {}

  async handle(): Promise<void> {
    await this.expiry.expireDue();
  }
}
