import { Injectable } from '@nestjs/common';
import { HandlesJob, type JobHandler } from '../../queue/job-handler';
import { PaymentWebhookService } from '../webhooks/payment-webhook.service';

@Injectable()
@HandlesJob('payments.tidy-webhooks')
export class TidyWebhooksProcessor implements JobHandler<'payments.tidy-webhooks'> {
  constructor(private readonly webhooks: PaymentWebhookService) {}

  handle(): Promise<void> {
    return this.webhooks.deleteExpired();
  }
}
