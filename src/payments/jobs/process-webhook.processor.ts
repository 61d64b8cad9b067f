import { Injectable } from '@nestjs/common';
import type { JobPayloads } from '../../queue/job-catalog';
import { HandlesJob, type JobHandler } from '../../queue/job-handler';
import { PaymentWebhookService } from '../webhooks/payment-webhook.service';

@Injectable()
@HandlesJob('payments.process-webhook')
export class ProcessWebhookProcessor implements JobHandler<'payments.process-webhook'> {
  constructor(private readonly webhooks: PaymentWebhookService) {}

  async handle({ webhookId }: JobPayloads['payments.process-webhook']): Promise<void> {
    await this.webhooks.process(webhookId);
  }
}
