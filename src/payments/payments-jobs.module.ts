import { Module } from '@nestjs/common';
import { PaymentsProcessor } from './jobs/payments.processor';
import { PaymentsModule } from './payments.module';

@Module({ imports: [PaymentsModule], providers: [PaymentsProcessor] })
export class PaymentsJobsModule {}
