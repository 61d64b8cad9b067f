import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../database/unit-of-work';

export interface StoredResponse {
  readonly fingerprint: string;
  /** Null while the first call runs. */
  readonly status: number | null;
  readonly encryptedBody: string | null;
  readonly lockExpired: boolean;
}

@Injectable()
export class IdempotencyRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** @returns true for the one caller that may run. */
  async claim(userId: number, key: string, fingerprint: string, seconds: number): Promise<boolean> {
    const rows = await this.uow.manager.query(
      `INSERT INTO idempotency_record (user_id, key, fingerprint, locked_until)
       VALUES ($1, $2, $3, now() + make_interval(secs => $4))
       ON CONFLICT (user_id, key) DO UPDATE SET locked_until = excluded.locked_until
         WHERE idempotency_record.status IS NULL AND idempotency_record.locked_until < now()
           AND idempotency_record.fingerprint = excluded.fingerprint
       RETURNING 1`,
      [userId, key, fingerprint, seconds],
    );
    return rows.length === 1;
  }

  async find(userId: number, key: string): Promise<StoredResponse | null> {
    const [row] = await this.uow.manager.query(
      `SELECT fingerprint, status, body, locked_until < now() AS lock_expired
       FROM idempotency_record WHERE user_id = $1 AND key = $2`,
      [userId, key],
    );
    return row
      ? {
          fingerprint: row.fingerprint,
          status: row.status,
          encryptedBody: row.body,
          lockExpired: row.lock_expired,
        }
      : null;
  }

  async store(userId: number, key: string, status: number, encryptedBody: string): Promise<void> {
    await this.uow.manager.query(
      `UPDATE idempotency_record SET status = $3, body = $4 WHERE user_id = $1 AND key = $2`,
      [userId, key, status, JSON.stringify(encryptedBody)],
    );
  }

  /** A refused call leaves no trace: the next one with the key runs. */
  async release(userId: number, key: string): Promise<void> {
    await this.uow.manager.query(
      `DELETE FROM idempotency_record WHERE user_id = $1 AND key = $2 AND status IS NULL`,
      [userId, key],
    );
  }

  async deleteOlderThan(days: number): Promise<number> {
    const [, deleted] = await this.uow.manager.query(
      `DELETE FROM idempotency_record WHERE created_at < now() - make_interval(days => $1)`,
      [days],
    );
    return deleted;
  }
}
