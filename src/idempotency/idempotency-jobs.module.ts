import { Module } from '@nestjs/common';
import { BullModule } from '../queue/bull.module';
import { IdempotencyModule } from './idempotency.module';
import { IdempotencyProcessor } from './jobs/idempotency.processor';

@Module({
  imports: [BullModule.registerQueue({ name: 'idempotency' }), IdempotencyModule],
  providers: [IdempotencyProcessor],
})
export class IdempotencyJobsModule {}
