import { Injectable } from '@nestjs/common';
import { In, LessThanOrEqual, MoreThan } from 'typeorm';
import { UnitOfWork } from '../../database/unit-of-work';
import { RateLimitCounter } from './rate-limit-counter.entity';

/** Raw SQL only for the upserts that count and restart in one statement, which TypeORM cannot express. */
@Injectable()
export class RateLimitCountersRepository {
  constructor(private readonly uow: UnitOfWork) {}

  async blockedUntil(key: string, now: Date): Promise<Date | null> {
    const counter = await this.uow.manager.findOneBy(RateLimitCounter, {
      key,
      blockedUntil: MoreThan(now),
      expiresAt: MoreThan(now),
    });
    return counter?.blockedUntil ?? null;
  }

  /**
   * Counts one attempt and keeps the row until the unit of work ends.
   * @returns the count with this one, or null when the key is blocked now and nothing was counted.
   */
  async increment(key: string, now: Date, expiresAt: Date): Promise<number | null> {
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

  /**
   * Counts the events after the first until `until`; the first one afterwards restarts the count at 0. The
   * row is written in either case, so that the duration does not tell them apart.
   * @returns the count, and the one before this event.
   */
  async countSuppressed(
    key: string,
    now: Date,
    until: Date,
    expiresAt: Date,
  ): Promise<{ attempts: number; previous: number }> {
    const [row] = await this.uow
      .requireTransaction()
      .query<[{ attempts: number; previous: number }]>(
        `INSERT INTO rate_limit_counter AS c (key, attempts, blocked_until, expires_at) VALUES ($1, 0, $3, $4)
         ON CONFLICT (key) DO UPDATE SET
           attempts = CASE WHEN c.blocked_until > $2 THEN c.attempts + 1 ELSE 0 END,
           blocked_until = CASE WHEN c.blocked_until > $2 THEN c.blocked_until ELSE $3 END,
           expires_at = $4
         RETURNING new.attempts, coalesce(old.attempts, 0) AS previous`,
        [key, now, until, expiresAt],
      );
    return row;
  }

  async block(key: string, until: Date): Promise<void> {
    await this.uow.requireTransaction().update(RateLimitCounter, { key }, { blockedUntil: until });
  }

  async delete(keys: string[]): Promise<void> {
    await this.uow.manager.delete(RateLimitCounter, { key: In(keys) });
  }

  async deleteExpired(now: Date): Promise<void> {
    await this.uow.manager.delete(RateLimitCounter, { expiresAt: LessThanOrEqual(now) });
  }
}
