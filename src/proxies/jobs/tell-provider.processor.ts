import { Injectable } from '@nestjs/common';
import { HandlesJob, type JobHandler } from '../../queue/job-handler';
import { ProviderAgreement } from '../custody/provider-agreement';

@Injectable()
@HandlesJob('proxies.tell-provider')
export class TellProviderProcessor implements JobHandler<'proxies.tell-provider'> {
  constructor(private readonly agreement: ProviderAgreement) {}

  async handle(): Promise<void> {
    await this.agreement.settle();
  }
}
