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

/** `claim` is SQL: its upsert compares the stored row with the clock of the database. */
@Injectable()
export class IdempotencyRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** @returns true for the one caller that may run. */
  async claim(userId: number, key: string, fingerprint: string, seconds: number): Promise<boolean> {
    const rows = await this.uow.manager.query<unknown[]>(
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
      { userId, key },
      { status, body: encryptedBody },
    );
  }

  /** A refused call leaves no trace: the next one with the key runs. */
  async release(userId: number, key: string): Promise<void> {
    await this.uow.manager.delete(IdempotencyRecord, { userId, key, status: IsNull() });
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
