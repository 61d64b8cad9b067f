import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';

export interface OpenAttempt {
  readonly id: number;
  readonly orderId: number;
  readonly key: string;
  /** How often reconcile has asked, this time included. */
  readonly checks: number;
  readonly createdAt: Date;
}

const IS_OPEN = `status IN ('created', 'sent', 'unknown')`;

@Injectable()
export class ProviderAttemptRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Open attempts whose time has come, the longest overdue first. */
  async findDue(limit: number): Promise<number[]> {
    const rows: { id: number }[] = await this.uow.manager.query(
      `SELECT id FROM provider_attempt WHERE ${IS_OPEN} AND next_check_at <= now()
       ORDER BY next_check_at LIMIT $1`,
      [limit],
    );
    return rows.map((row) => row.id);
  }

  /**
   * Takes a due attempt for one caller: nobody else finds it due before the next check, which comes
   * later each time, from ten seconds up to ten minutes.
   */
  async claim(id: number): Promise<OpenAttempt | null> {
    const [[row]] = await this.uow.manager.query(
      `UPDATE provider_attempt SET checks = checks + 1, updated_at = now(),
         next_check_at = now() + least(interval '10 minutes', interval '10 seconds' * 2 ^ least(checks, 10))
       WHERE id = $1 AND ${IS_OPEN} AND next_check_at <= now()
       RETURNING id, order_id AS "orderId", key, checks, created_at AS "createdAt"`,
      [id],
    );
    return row ?? null;
  }

  async hasFailed(id: number): Promise<boolean> {
    const rows = await this.uow.manager.query(
      `SELECT FROM provider_attempt WHERE id = $1 AND status = 'failed'`,
      [id],
    );
    return rows.length === 1;
  }

  /** @returns when it is looked at next; null when it has ended. */
  async markUnknown(id: number, reason: string, firstCheckAt: Date): Promise<Date | null> {
    const [[row]] = await this.uow.requireTransaction().query(
      `UPDATE provider_attempt SET status = 'unknown', reason = $2, updated_at = now(),
         next_check_at = CASE WHEN checks = 0 THEN $3 ELSE next_check_at END
       WHERE id = $1 AND ${IS_OPEN} RETURNING next_check_at AS at`,
      [id, reason, firstCheckAt],
    );
    return row?.at ?? null;
  }
}
