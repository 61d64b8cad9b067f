import { Injectable } from '@nestjs/common';
import { HandlesJob, type JobHandler } from '../../queue/job-handler';
import { OrderRefundService } from '../refunds/order-refund.service';
import { AttemptResolutionService } from '../orders/attempt-resolution.service';

@Injectable()
@HandlesJob('proxies.sweep-orders')
export class SweepOrdersProcessor implements JobHandler<'proxies.sweep-orders'> {
  constructor(
    private readonly resolver: AttemptResolutionService,
    private readonly refunds: OrderRefundService,
  ) {}

  async handle(): Promise<void> {
    await this.resolver.sweep();
    await this.refunds.expireRefunded();
  }
}
