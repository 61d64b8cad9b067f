import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { UnitOfWork } from '../database/unit-of-work';
import { IdempotencyRecord } from './idempotency-record.entity';

export interface StoredResponse {
  readonly fingerprint: string;
  /** Null while the first call runs. */
  readonly status: number | null;
  readonly encryptedBody: string | null;
  readonly lockExpired: boolean;
}

/** `locked_until` as text: proves that the record is still that of the call which claimed it. */
export type Lease = string;

/** Claims and leases are SQL: they compare the stored row with the clock of the database. */
@Injectable()
export class IdempotencyRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** @returns the lease of the one caller that may run, else null. */
  async claim(
    userId: number,
    key: string,
    fingerprint: string,
    seconds: number,
  ): Promise<Lease | null> {
    const [row] = await this.uow.manager.query<{ lease: Lease }[]>(
      `INSERT INTO idempotency_record (user_id, key, fingerprint, locked_until)
       VALUES ($1, $2, $3, now() + make_interval(secs => $4))
       ON CONFLICT (user_id, key) DO UPDATE SET locked_until = excluded.locked_until
         WHERE idempotency_record.status IS NULL AND idempotency_record.locked_until < now()
           AND idempotency_record.fingerprint = excluded.fingerprint
       RETURNING locked_until::text AS lease`,
      [userId, key, fingerprint, seconds],
    );
    return row?.lease ?? null;
  }

  /** @returns the new lease, or null when another call has taken the key over. */
  async renew(userId: number, key: string, lease: Lease, seconds: number): Promise<Lease | null> {
    const [rows] = await this.uow.manager.query<[{ lease: Lease }[], number]>(
      `UPDATE idempotency_record SET locked_until = now() + make_interval(secs => $4)
       WHERE user_id = $1 AND key = $2 AND locked_until = $3::timestamptz AND status IS NULL
       RETURNING locked_until::text AS lease`,
      [userId, key, lease, seconds],
    );
    return rows[0]?.lease ?? null;
  }

  async find(userId: number, key: string): Promise<StoredResponse | null> {
    const row = await this.uow.manager
      .createQueryBuilder(IdempotencyRecord, 'record')
      .select('record.fingerprint', 'fingerprint')
      .addSelect('record.status', 'status')
      .addSelect('record.body', 'encryptedBody')
      .addSelect('record.lockedUntil < now()', 'lockExpired')
      .where({ userId, key })
      .getRawOne<StoredResponse>();
    return row ?? null;
  }

  async store(userId: number, key: string, status: number, encryptedBody: string): Promise<void> {
    await this.uow.manager.update(
      IdempotencyRecord,
      { userId, key, status: IsNull() },
      { status, body: encryptedBody },
    );
  }

  /** A refused call leaves no trace: the next one with the key runs. Leaves the record of a call that took over. */
  async release(userId: number, key: string, lease: Lease): Promise<void> {
    await this.uow.manager.query(
      `DELETE FROM idempotency_record
       WHERE user_id = $1 AND key = $2 AND locked_until = $3::timestamptz AND status IS NULL`,
      [userId, key, lease],
    );
  }

  async deleteOlderThan(days: number): Promise<number> {
    const { affected } = await this.uow.manager
      .createQueryBuilder()
      .delete()
      .from(IdempotencyRecord)
      .where('created_at < now() - make_interval(days => :days)', { days })
      .execute();
    return affected ?? 0;
  }
}
