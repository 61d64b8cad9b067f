import { Injectable } from '@nestjs/common';
import { HandlesJob, type JobHandler } from '../../queue/job-handler';
import { ResolveService } from '../resolve.service';

@Injectable()
@HandlesJob('proxies.sweep-orders')
export class SweepOrdersProcessor implements JobHandler<'proxies.sweep-orders'> {
  constructor(private readonly resolver: ResolveService) {}

  async handle(): Promise<void> {
    await this.resolver.sweep();
  }
}
