import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock, SECOND } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { tooManyAttempts } from '../auth.errors';
import { RateLimitCountersRepository } from './rate-limit-counters.repository';
import type { RateLimitPolicy } from './rate-limit.policies';

export const toCounterKey = ({ group }: Pick<RateLimitPolicy, 'group'>, subject: string): string =>
  createHash('sha256').update(`${group}\n${subject}`).digest('hex');

/**
 * Strict rate limits per account. The counters are in PostgreSQL, so that they hold across API
 * processes and restarts. The lenient limits per IP address do not need that and
 * count in Redis or memory (see rate-limit.guard.ts).
 */
@Injectable()
export class AccountRateLimiter {
  constructor(
    private readonly repository: RateLimitCountersRepository,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError throttled while the subject is blocked. */
  async assertNotBlocked(policy: RateLimitPolicy, subject: string): Promise<void> {
    const now = this.clock.now();
    const until = await this.repository.blockedUntil(toCounterKey(policy, subject), now);
    if (until) throw tooManyAttempts((until.getTime() - now.getTime()) / SECOND);
  }

  /**
   * Counts one attempt. Must run outside a unit of work: a rollback would undo the count.
   * @throws DomainError throttled when the subject is blocked already; nothing is counted then.
   */
  async recordAttempt(policy: RateLimitPolicy, subject: string): Promise<void> {
    if (await this.tryAttempt(policy, subject)) return;
    await this.assertNotBlocked(policy, subject);
    // The block ended between the two statements: the client retries after a second.
    throw tooManyAttempts(1);
  }

  /**
   * Counts one attempt, outside a unit of work.
   * @returns false when the subject is blocked; nothing is counted then.
   */
  async tryAttempt(policy: RateLimitPolicy, subject: string): Promise<boolean> {
    this.uow.assertNoTransaction();
    const key = toCounterKey(policy, subject);
    const now = this.clock.now();
    return this.uow.run(async () => {
      const attempts = await this.repository.increment(key, now, this.clock.in(policy.window));
      if (attempts === null) return false;
      const delay = policy.delayAfter(attempts);
      if (delay > 0) await this.repository.block(key, new Date(now.getTime() + delay));
      return true;
    });
  }

  /** Deletes the counters after a success. */
  async reset(...counters: [RateLimitPolicy, string][]): Promise<void> {
    await this.repository.delete(
      counters.map(([policy, subject]) => toCounterKey(policy, subject)),
    );
  }

  async deleteExpired(): Promise<void> {
    await this.repository.deleteExpired(this.clock.now());
  }
}
