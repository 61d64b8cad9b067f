import { Injectable } from '@nestjs/common';
import { HandlesJob, type JobHandler } from '../../queue/job-handler';
import { ReconciliationService } from '../reconciliation/reconciliation.service';

@Injectable()
@HandlesJob('payments.reconcile')
export class ReconcilePaymentsProcessor implements JobHandler<'payments.reconcile'> {
  constructor(private readonly reconciliation: ReconciliationService) {}

  async handle(): Promise<void> {
    await this.reconciliation.run();
  }
}
