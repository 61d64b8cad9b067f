import { Injectable } from '@nestjs/common';
import { Clock, HOUR, MINUTE } from '../../common/time/clock';
import { toCounterKey } from './account-rate-limiter.service';
import { RateLimitCountersRepository } from './rate-limit-counters.repository';

/** Lets the first event of a subject through in each minute and counts the others, over all processes. */
@Injectable()
export class SharedEventSampler {
  constructor(
    private readonly repository: RateLimitCountersRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Needs an open unit of work.
   * @returns the events suppressed since the last one let through; null to suppress this one.
   */
  async admit(group: string, subject: string): Promise<number | null> {
    const key = toCounterKey({ group }, subject);
    const { attempts, previous } = await this.repository.countSuppressed(
      key,
      this.clock.now(),
      this.clock.in(MINUTE),
      this.clock.in(HOUR),
    );
    return attempts === 0 ? previous : null;
  }
}
