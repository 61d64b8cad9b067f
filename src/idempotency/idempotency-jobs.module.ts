import { Module } from '@nestjs/common';
import { IdempotencyModule } from './idempotency.module';
import { TidyKeysProcessor } from './tidy-keys.processor';

@Module({ imports: [IdempotencyModule], providers: [TidyKeysProcessor] })
export class IdempotencyJobsModule {}
