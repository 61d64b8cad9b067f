import { Module } from '@nestjs/common';
import { PaymentNoticesProcessor } from './jobs/payment-notices.processor';
import { PaymentsProcessor } from './jobs/payments.processor';
import { PaymentsModule } from './payments.module';

@Module({ imports: [PaymentsModule], providers: [PaymentNoticesProcessor, PaymentsProcessor] })
export class PaymentsJobsModule {}
