import { Injectable } from '@nestjs/common';
import type { JobPayloads } from '../../queue/job-catalog';
import { HandlesJob, type JobHandler } from '../../queue/job-handler';
import { SettlementService } from '../settlement/settlement.service';

@Injectable()
@HandlesJob('payments.verify-payment')
export class VerifyPaymentProcessor implements JobHandler<'payments.verify-payment'> {
  constructor(private readonly settlement: SettlementService) {}

  async handle({ paymentId }: JobPayloads['payments.verify-payment']): Promise<void> {
    await this.settlement.settleById(paymentId);
  }
}
