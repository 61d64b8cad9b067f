import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { In, LessThanOrEqual, MoreThan } from 'typeorm';
import { Clock, HOUR, MINUTE, SECOND } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { tooManyAttempts } from '../auth.errors';
import { RateLimitCounter } from './rate-limit-counter.entity';
import {
  toNetworkPrefix,
  type RateLimitPolicies,
  type RateLimitPolicy,
} from './rate-limit.policies';

const toCounterKey = ({ group }: Pick<RateLimitPolicy, 'group'>, subject: string): string =>
  createHash('sha256').update(`${group}\n${subject}`).digest('hex');

/** An attempt at the password or a mailed code of one account. */
export interface Guess {
  readonly email: string;
  readonly ip: string;
  /** Id in a valid cookie of a device that has signed in to this account; null without one. */
  readonly device: string | null;
}

const toOrigin = ({ email, ip, device }: Guess): string =>
  `${email}\n${device === null ? toNetworkPrefix(ip) : `device ${device}`}`;

/**
 * Strict rate limits per account. The counters are in PostgreSQL, so that they hold across API
 * processes and restarts. The lenient limits per IP address do not need that and
 * count in Redis or memory (see rate-limit.guard.ts).
 *
 * Guesses are limited without letting attackers lock out the owner: each network and each known device has its own
 * counter, and the counter of all networks together does not apply to known devices and to networks of recent sign-ins.
 * @see https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies
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
      const wait = policy.delayAfter(attempts);
      if (wait > 0)
        await this.uow
          .requireTransaction()
          .update(RateLimitCounter, { key }, { blockedUntil: new Date(now.getTime() + wait) });
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
    { perOrigin, perAccount }: RateLimitPolicies,
    email: string,
    ip: string,
  ): Promise<boolean> {
    await this.recordAttempt(perOrigin, toOrigin({ email, ip, device: null }));
    return this.tryAttempt(perAccount, email);
  }

  /** @throws DomainError throttled, whether or not the account exists. */
  async assertMayGuess({ perOrigin, perAccount }: RateLimitPolicies, guess: Guess): Promise<void> {
    await this.assertNotBlocked(perOrigin, toOrigin(guess));
    if (!(await this.isKnown(guess))) await this.assertNotBlocked(perAccount, guess.email);
  }

  /** @throws DomainError throttled when other attempts of the same moment have used up the limit. */
  async recordGuess({ perOrigin, perAccount }: RateLimitPolicies, guess: Guess): Promise<void> {
    await this.recordAttempt(perOrigin, toOrigin(guess));
    if (!(await this.isKnown(guess))) await this.recordAttempt(perAccount, guess.email);
  }

  resetOrigin({ perOrigin }: RateLimitPolicies, guess: Guess): Promise<void> {
    return this.reset([perOrigin, toOrigin(guess)]);
  }

  /** Resets the limits after the owner has shown a mailed code. */
  resetGuesses({ perOrigin, perAccount }: RateLimitPolicies, guess: Guess): Promise<void> {
    return this.reset([perOrigin, toOrigin(guess)], [perAccount, guess.email]);
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

  /** Whether the device, or somebody in its network, has signed in to the account during the last 30 days. */
  private async isKnown({ email, ip, device }: Guess): Promise<boolean> {
    if (device !== null) return true;
    const recent = await this.uow.manager.query<{ ip: string }[]>(
      `SELECT DISTINCT s.ip FROM session s JOIN users u ON u.id = s.user_id
       WHERE u.email = $1 AND u.closed_at IS NULL AND s.created_at > now() - interval '30 days'
       LIMIT 100`,
      [email],
    );
    const prefix = toNetworkPrefix(ip);
    return recent.some((session) => toNetworkPrefix(session.ip) === prefix);
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

/** Well above the duration of the work, so that response times leak nothing about it. */
const FLOOR_MS = 250;

/** Runs `work` and answers, or fails, no sooner than after a fixed time. */
export async function withMinResponseTime<T>(work: () => Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([work(), delay(FLOOR_MS)]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
