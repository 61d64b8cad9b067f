import { Injectable } from '@nestjs/common';
import type { JobPayloads } from '../../queue/job-catalog';
import { HandlesJob, type JobHandler } from '../../queue/job-handler';
import { RefundService } from '../refunds/refund.service';

@Injectable()
@HandlesJob('payments.refund')
export class AdvanceRefundProcessor implements JobHandler<'payments.refund'> {
  constructor(private readonly refunds: RefundService) {}

  async handle({ refundId }: JobPayloads['payments.refund']): Promise<void> {
    await this.refunds.advance(refundId);
  }
}
