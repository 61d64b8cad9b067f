import { Injectable } from '@nestjs/common';
import type { JobPayloads } from '../../queue/job-catalog';
import { HandlesJob, type JobHandler } from '../../queue/job-handler';
import { AttemptResolutionService } from '../orders/attempt-resolution.service';

@Injectable()
@HandlesJob('proxies.resolve-attempt')
export class ResolveAttemptProcessor implements JobHandler<'proxies.resolve-attempt'> {
  constructor(private readonly resolver: AttemptResolutionService) {}

  async handle({ attemptId }: JobPayloads['proxies.resolve-attempt']): Promise<void> {
    await this.resolver.resolve(attemptId);
  }
}
