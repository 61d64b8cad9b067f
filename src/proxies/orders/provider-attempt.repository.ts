import { Injectable } from '@nestjs/common';
import { In, Raw } from 'typeorm';
import { sourcesOf } from '../../common/state-machine';
import { UnitOfWork } from '../../database/unit-of-work';
import { ATTEMPT_MOVES } from './order.state';
import { ProviderAttempt } from './provider-attempt.entity';

export interface OpenAttempt {
  readonly id: number;
  readonly orderId: number;
  readonly key: string;
  /** Whether it was refunded and only the provider's confirmation is missing. */
  readonly cancelDue: boolean;
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

  /** The attempt of an order that has not ended. */
  findOpen(orderId: number): Promise<{ id: number; key: string } | null> {
    return this.uow.manager.findOneBy(ProviderAttempt, { orderId, status: In(OPEN) });
  }

  /** Locks the open attempt until the unit of work ends. */
  lockOpen(orderId: number): Promise<{ id: number } | null> {
    return this.uow.requireTransaction().findOne(ProviderAttempt, {
      where: { orderId, status: In(OPEN) },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** Due open attempts and unconfirmed cancellations, the longest overdue first. */
  async findDue(limit: number): Promise<number[]> {
    const nextCheckAt = Raw((column) => `${column} <= now()`);
    const due = await this.uow.manager.find(ProviderAttempt, {
      select: { id: true },
      where: [
        { status: In(OPEN), nextCheckAt },
        { cancelDue: true, nextCheckAt },
      ],
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
       WHERE id = $1 AND (${IS_OPEN} OR cancel_due) AND next_check_at <= now()
       RETURNING id, order_id AS "orderId", key, checks, cancel_due AS "cancelDue", (extract(epoch FROM now() - created_at) * 1000)::float8 AS "ageMs"`,
      [id],
    );
    return row ?? null;
  }

  /** Ends an attempt after its order took effect, by compare-and-set. @returns false when it had already ended. */
  async succeed(id: number, reason: string | null = null): Promise<boolean> {
    const { affected } = await this.uow
      .requireTransaction()
      .update(
        ProviderAttempt,
        { id, status: In(sourcesOf(ATTEMPT_MOVES, 'succeeded')) },
        { status: 'succeeded', reason },
      );
    return affected === 1;
  }

  /** Ends an attempt without a delivery, by compare-and-set. @returns false when it had already ended. */
  async fail(id: number, reason: string): Promise<boolean> {
    const { affected } = await this.uow
      .requireTransaction()
      .update(
        ProviderAttempt,
        { id, status: In(sourcesOf(ATTEMPT_MOVES, 'failed')) },
        { status: 'failed', reason },
      );
    return affected === 1;
  }

  /** Lets the worker cancel a failed attempt at the provider until it confirms. */
  async requestCancellation(id: number): Promise<void> {
    await this.uow.requireTransaction().update(
      ProviderAttempt,
      { id, status: 'failed' },
      {
        cancelDue: true,
        checks: 0,
        nextCheckAt: () => `now() + interval '10 seconds'`,
      },
    );
  }

  async endCancellation(id: number): Promise<void> {
    await this.uow.manager.update(ProviderAttempt, { id }, { cancelDue: false });
  }

  async hasFailed(id: number): Promise<boolean> {
    return this.uow.manager.existsBy(ProviderAttempt, { id, status: 'failed' });
  }

  /** @returns the milliseconds until the next check; null when the attempt has ended. */
  async markUnknown(id: number, reason: string, firstCheckMs: number): Promise<number | null> {
    const [[row]] = await this.uow.requireTransaction().query<[{ ms: number }[], number]>(
      `UPDATE provider_attempt SET status = 'unknown', reason = $2, updated_at = now(),
         next_check_at = CASE WHEN checks = 0 THEN now() + make_interval(secs => $3::float8 / 1000)
                              ELSE next_check_at END
       WHERE id = $1 AND ${IS_OPEN}
       RETURNING greatest(0, ceil(extract(epoch FROM next_check_at - now()) * 1000))::float8 AS ms`,
      [id, reason, firstCheckMs],
    );
    return row?.ms ?? null;
  }
}
