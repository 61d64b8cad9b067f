import { Injectable } from '@nestjs/common';
import { HandlesJob, type JobHandler } from '../queue/job-handler';
import { IdempotencyService } from './idempotency.service';

@Injectable()
@HandlesJob('background.tidy-keys')
export class TidyKeysProcessor implements JobHandler<'background.tidy-keys'> {
  constructor(private readonly idempotency: IdempotencyService) {}

  async handle(): Promise<void> {
    await this.idempotency.tidy();
  }
}
