import { Module } from '@nestjs/common';
import { PromotionsModule } from '../promotions/promotions.module';
import { PaymentNoticesProcessor } from './jobs/payment-notices.processor';
import { PaymentsProcessor } from './jobs/payments.processor';
import { PaymentsModule } from './payments.module';

@Module({
  imports: [PaymentsModule, PromotionsModule],
  providers: [PaymentNoticesProcessor, PaymentsProcessor],
})
export class PaymentsJobsModule {}
