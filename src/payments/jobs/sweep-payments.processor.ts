import { Injectable } from '@nestjs/common';
import { HandlesJob, type JobHandler } from '../../queue/job-handler';
import { PaymentSweeperService } from '../settlement/payment-sweeper.service';

@Injectable()
@HandlesJob('payments.sweep')
export class SweepPaymentsProcessor implements JobHandler<'payments.sweep'> {
  constructor(private readonly sweeper: PaymentSweeperService) {}

  async handle(): Promise<void> {
    await this.sweeper.sweep();
  }
}
