import { Module } from '@nestjs/common';
import { ProcessWebhookProcessor } from './jobs/process-webhook.processor';
import { SweepPaymentsProcessor } from './jobs/sweep-payments.processor';
import { VerifyPaymentProcessor } from './jobs/verify-payment.processor';
import { PaymentsModule } from './payments.module';

@Module({
  imports: [PaymentsModule],
  providers: [ProcessWebhookProcessor, SweepPaymentsProcessor, VerifyPaymentProcessor],
})
export class PaymentsJobsModule {}
