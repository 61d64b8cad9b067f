import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { In, LessThanOrEqual, MoreThan } from 'typeorm';
import { Clock, HOUR, MINUTE, SECOND } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { tooManyAttempts } from '../auth.errors';
import { RateLimitCounter } from './rate-limit-counter.entity';
import { toNetworkPrefix, type MailPolicies, type RateLimitPolicy } from './rate-limit.policies';

const toCounterKey = ({ group }: Pick<RateLimitPolicy, 'group'>, subject: string): string =>
  createHash('sha256').update(`${group}\n${subject}`).digest('hex');

/**
 * Strict rate limits per account. The counters are in PostgreSQL, so that they hold across API
 * processes and restarts. The lenient limits per IP address do not need that and
 * count in Redis or memory (see rate-limit.guard.ts).
 */
@Injectable()
export class AccountRateLimiter {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError throttled while the subject is blocked. */
  async assertNotBlocked(policy: RateLimitPolicy, subject: string): Promise<void> {
    const now = this.clock.now();
    const counter = await this.uow.manager.findOneBy(RateLimitCounter, {
      key: toCounterKey(policy, subject),
      blockedUntil: MoreThan(now),
      expiresAt: MoreThan(now),
    });
    if (counter) throw tooManyAttempts((counter.blockedUntil!.getTime() - now.getTime()) / SECOND);
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
      const attempts = await this.increment(key, now, this.clock.in(policy.window));
      if (attempts === null) return false;
      const delay = policy.delayAfter(attempts);
      if (delay > 0)
        await this.uow
          .requireTransaction()
          .update(RateLimitCounter, { key }, { blockedUntil: new Date(now.getTime() + delay) });
      return true;
    });
  }

  /**
   * Counts a request to mail a code or link to an address.
   * @returns whether to send one. False while one that was sent to the address minutes ago for
   * another network is still good: the owner is served by that one, so that requests of strangers
   * neither deny nor flood.
   * @throws DomainError throttled when this network asked too recently, whether or not there is an
   * account.
   */
  async admitMail(
    { perNetwork, perAccount }: MailPolicies,
    email: string,
    ip: string,
  ): Promise<boolean> {
    await this.recordAttempt(perNetwork, `${email}\n${toNetworkPrefix(ip)}`);
    return this.tryAttempt(perAccount, email);
  }

  /**
   * Lets the first event of a subject through in each minute and counts the others, over all processes. The first one after
   * the minute restarts the count at 0. The row is written in either case, so that the duration does not tell them apart.
   * Needs an open unit of work.
   * @returns the events suppressed since the last one let through; null to suppress this one.
   */
  async sample(group: string, subject: string): Promise<number | null> {
    const [row] = await this.uow
      .requireTransaction()
      .query<[{ attempts: number; previous: number }]>(
        `INSERT INTO rate_limit_counter AS c (key, attempts, blocked_until, expires_at) VALUES ($1, 0, $3, $4)
         ON CONFLICT (key) DO UPDATE SET
           attempts = CASE WHEN c.blocked_until > $2 THEN c.attempts + 1 ELSE 0 END,
           blocked_until = CASE WHEN c.blocked_until > $2 THEN c.blocked_until ELSE $3 END,
           expires_at = $4
         RETURNING new.attempts, coalesce(old.attempts, 0) AS previous`,
        [
          toCounterKey({ group }, subject),
          this.clock.now(),
          this.clock.in(MINUTE),
          this.clock.in(HOUR),
        ],
      );
    return row.attempts === 0 ? row.previous : null;
  }

  /** Deletes the counters after a success. */
  async reset(...counters: [RateLimitPolicy, string][]): Promise<void> {
    await this.uow.manager.delete(RateLimitCounter, {
      key: In(counters.map(([policy, subject]) => toCounterKey(policy, subject))),
    });
  }

  async deleteExpired(): Promise<void> {
    await this.uow.manager.delete(RateLimitCounter, {
      expiresAt: LessThanOrEqual(this.clock.now()),
    });
  }

  /** @returns the count with this attempt, or null when the key is blocked now and nothing was counted. */
  private async increment(key: string, now: Date, expiresAt: Date): Promise<number | null> {
    const [row] = await this.uow.requireTransaction().query<{ attempts: number }[]>(
      `INSERT INTO rate_limit_counter AS c (key, attempts, expires_at) VALUES ($1, 1, $3)
       ON CONFLICT (key) DO UPDATE SET
         attempts = CASE WHEN c.expires_at > $2 THEN c.attempts + 1 ELSE 1 END,
         expires_at = $3,
         blocked_until = NULL
       WHERE c.blocked_until IS NULL OR c.blocked_until <= $2 OR c.expires_at <= $2
       RETURNING attempts`,
      [key, now, expiresAt],
    );
    return row?.attempts ?? null;
  }
}
