import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock, SECOND } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { tooManyAttempts } from '../auth.errors';
import { RateLimitCountersRepository } from './rate-limit-counters.repository';
import type { RateLimitPolicy } from './rate-limit.policies';

const keyOf = (policy: RateLimitPolicy, subject: string): string =>
  createHash('sha256').update(`${policy.group}\n${subject}`).digest('hex');

/**
 * The strict limits per account. They count in PostgreSQL, so that they hold however many API
 * processes there are and survive a restart. The lenient ones per address do not need that and
 * count in Redis or memory (see rate-limit.guard.ts).
 */
@Injectable()
export class AccountRateLimiter {
  constructor(
    private readonly repository: RateLimitCountersRepository,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError throttled while the subject has to wait. */
  async assertOpen(policy: RateLimitPolicy, subject: string): Promise<void> {
    const now = this.clock.now();
    const until = await this.repository.blockedUntil(keyOf(policy, subject), now);
    if (until) throw tooManyAttempts((until.getTime() - now.getTime()) / SECOND);
  }

  /**
   * Counts one attempt. Must stand outside any unit of work that may still fail, or the attempt
   * would be forgotten with it.
   * @throws DomainError throttled when the subject has to wait already; then nothing is counted.
   */
  async count(policy: RateLimitPolicy, subject: string): Promise<void> {
    this.uow.assertNoTransaction();
    const key = keyOf(policy, subject);
    const now = this.clock.now();
    const counted = await this.uow.run(async () => {
      const row = await this.repository.count(
        key,
        now,
        this.clock.in(policy.memory),
        policy.memoryStarts === 'first',
      );
      if (!row) return false;
      const delay = policy.delayAfter(row.attempts);
      if (delay > 0)
        await this.repository.block(
          key,
          delay === Infinity ? row.expiresAt : new Date(now.getTime() + delay),
        );
      return true;
    });
    if (counted) return;
    await this.assertOpen(policy, subject);
    // The block ended between the two statements; whoever lost this race may simply ask again.
    throw tooManyAttempts(1);
  }

  /** Forgets what was counted, after a success. */
  async forget(...counters: [RateLimitPolicy, string][]): Promise<void> {
    await this.repository.forget(counters.map(([policy, subject]) => keyOf(policy, subject)));
  }

  async tidy(): Promise<void> {
    await this.repository.deleteExpired(this.clock.now());
  }
}
