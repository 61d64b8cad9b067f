import { Injectable } from '@nestjs/common';
import { In, Raw } from 'typeorm';
import { UnitOfWork } from '../../database/unit-of-work';
import { ProviderAttempt } from './provider-attempt.entity';

export interface OpenAttempt {
  readonly id: number;
  readonly orderId: number;
  readonly key: string;
  /** Number of lookups, including the current one. */
  readonly checks: number;
  /** Milliseconds since the purchase, by the clock of the database. */
  readonly ageMs: number;
}

const OPEN = ['created', 'sent', 'unknown'] as const;
const IS_OPEN = `status IN (${OPEN.map((status) => `'${status}'`).join(', ')})`;

/** SQL for the compare-and-set that computes the time of the next check from the stored row. */
@Injectable()
export class ProviderAttemptRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Due open attempts, the longest overdue first. */
  async findDue(limit: number): Promise<number[]> {
    const due = await this.uow.manager.find(ProviderAttempt, {
      select: { id: true },
      where: { status: In(OPEN), nextCheckAt: Raw((column) => `${column} <= now()`) },
      order: { nextCheckAt: 'ASC' },
      take: limit,
    });
    return due.map(({ id }) => id);
  }

  /**
   * Claims a due attempt by moving its next check, with exponential backoff from ten seconds to ten
   * minutes.
   */
  async claim(id: number): Promise<OpenAttempt | null> {
    const [[row]] = await this.uow.manager.query<[OpenAttempt[], number]>(
      `UPDATE provider_attempt SET checks = checks + 1, updated_at = now(),
         next_check_at = now() + least(interval '10 minutes', interval '10 seconds' * 2 ^ least(checks, 10))
       WHERE id = $1 AND ${IS_OPEN} AND next_check_at <= now()
       RETURNING id, order_id AS "orderId", key, checks, (extract(epoch FROM now() - created_at) * 1000)::float8 AS "ageMs"`,
      [id],
    );
    return row ?? null;
  }

  async hasFailed(id: number): Promise<boolean> {
    return this.uow.manager.existsBy(ProviderAttempt, { id, status: 'failed' });
  }

  /** @returns the time of the next check; null when the attempt has ended. */
  async markUnknown(id: number, reason: string, firstCheckAt: Date): Promise<Date | null> {
    const [[row]] = await this.uow.requireTransaction().query<[{ at: Date }[], number]>(
      `UPDATE provider_attempt SET status = 'unknown', reason = $2, updated_at = now(),
         next_check_at = CASE WHEN checks = 0 THEN $3 ELSE next_check_at END
       WHERE id = $1 AND ${IS_OPEN} RETURNING next_check_at AS at`,
      [id, reason, firstCheckAt],
    );
    return row?.at ?? null;
  }
}
