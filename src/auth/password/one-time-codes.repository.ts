import { Injectable } from '@nestjs/common';
import { IsNull, LessThan } from 'typeorm';
import { UnitOfWork } from '../../database/unit-of-work';
import { OneTimeCode, type CodePurpose } from './one-time-code.entity';

export interface StoredCode {
  readonly id: number;
  readonly userId: number;
  readonly secretHash: string;
  readonly attempts: number;
}

const toStored = (row: Record<string, unknown>): StoredCode => ({
  id: row.id as number,
  userId: row.user_id as number,
  secretHash: row.secret_hash as string,
  attempts: row.attempts as number,
});

@Injectable()
export class OneTimeCodesRepository {
  constructor(private readonly uow: UnitOfWork) {}

  async insert(
    userId: number,
    purpose: CodePurpose,
    secretHash: string,
    now: Date,
    expiresAt: Date,
  ): Promise<void> {
    await this.uow
      .requireTransaction()
      .insert(OneTimeCode, { userId, purpose, secretHash, createdAt: now, expiresAt });
  }

  async voidAll(userId: number, purpose: CodePurpose, now: Date): Promise<void> {
    await this.uow
      .requireTransaction()
      .update(OneTimeCode, { userId, purpose, usedAt: IsNull() }, { usedAt: now });
  }

  /** The user's live code, locked until the unit of work ends, so that tries are counted one by one. */
  async lockLive(userId: number, purpose: CodePurpose, now: Date): Promise<StoredCode | null> {
    const [row] = await this.uow.requireTransaction().query(
      `SELECT id, user_id, secret_hash, attempts FROM one_time_code
       WHERE user_id = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > $3
       ORDER BY id DESC LIMIT 1 FOR UPDATE`,
      [userId, purpose, now],
    );
    return row ? toStored(row) : null;
  }

  async countAttempt(id: number): Promise<void> {
    await this.uow.requireTransaction().increment(OneTimeCode, { id }, 'attempts', 1);
  }

  async markUsed(id: number, now: Date): Promise<void> {
    await this.uow.requireTransaction().update(OneTimeCode, { id }, { usedAt: now });
  }

  /** Uses a code up by its secret alone. @returns its user, or null. */
  async takeBySecret(purpose: CodePurpose, secretHash: string, now: Date): Promise<number | null> {
    const [rows] = await this.uow.requireTransaction().query(
      `UPDATE one_time_code SET used_at = $3
       WHERE purpose = $1 AND secret_hash = $2 AND used_at IS NULL AND expires_at > $3
       RETURNING user_id`,
      [purpose, secretHash, now],
    );
    return rows[0]?.user_id ?? null;
  }

  async deleteExpiredBefore(moment: Date): Promise<void> {
    await this.uow.manager.delete(OneTimeCode, { expiresAt: LessThan(moment) });
  }
}
