import { Module } from '@nestjs/common';
import { AdvanceRefundProcessor } from './jobs/advance-refund.processor';
import { ProcessWebhookProcessor } from './jobs/process-webhook.processor';
import { ReconcilePaymentsProcessor } from './jobs/reconcile-payments.processor';
import { SweepPaymentsProcessor } from './jobs/sweep-payments.processor';
import { TidyWebhooksProcessor } from './jobs/tidy-webhooks.processor';
import { VerifyPaymentProcessor } from './jobs/verify-payment.processor';
import { PaymentsModule } from './payments.module';

@Module({
  imports: [PaymentsModule],
  providers: [
    AdvanceRefundProcessor,
    ProcessWebhookProcessor,
    ReconcilePaymentsProcessor,
    SweepPaymentsProcessor,
    TidyWebhooksProcessor,
    VerifyPaymentProcessor,
  ],
})
export class PaymentsJobsModule {}
