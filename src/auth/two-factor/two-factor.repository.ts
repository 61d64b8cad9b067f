import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import type { StaffTwoFactor } from '../auth.types';

export interface StoredTwoFactor {
  readonly secretEncrypted: string;
  readonly lastStep: number | null;
  readonly enabledAt: Date | null;
  readonly createdAt: Date;
}

@Injectable()
export class TwoFactorRepository {
  constructor(private readonly uow: UnitOfWork) {}

  async find(userId: number): Promise<StoredTwoFactor | null> {
    const [row] = await this.uow.manager.query(
      `SELECT secret_encrypted AS "secretEncrypted", last_step AS "lastStep", enabled_at AS "enabledAt",
              created_at AS "createdAt"
       FROM two_factor WHERE user_id = $1`,
      [userId],
    );
    return row ?? null;
  }

  /** Restarts the setup unless two-factor is enabled. @returns whether it was started. */
  async begin(userId: number, secretEncrypted: string, now: Date): Promise<boolean> {
    const rows = await this.uow.requireTransaction().query(
      `INSERT INTO two_factor AS f (user_id, secret_encrypted, created_at) VALUES ($1, $2, $3)
       ON CONFLICT (user_id) DO UPDATE SET secret_encrypted = excluded.secret_encrypted,
         created_at = excluded.created_at, last_step = NULL
       WHERE f.enabled_at IS NULL RETURNING 1`,
      [userId, secretEncrypted, now],
    );
    return rows.length === 1;
  }

  async enable(userId: number, now: Date): Promise<void> {
    await this.uow
      .requireTransaction()
      .query('UPDATE two_factor SET enabled_at = $2 WHERE user_id = $1', [userId, now]);
  }

  /** @returns false when a code of this step or a later one was taken before. */
  async claimStep(userId: number, step: number): Promise<boolean> {
    const [, changed] = await this.uow.requireTransaction().query(
      `UPDATE two_factor SET last_step = $2
       WHERE user_id = $1 AND (last_step IS NULL OR last_step < $2)`,
      [userId, step],
    );
    return changed === 1;
  }

  /** Puts new codes in the place of all before. */
  async replaceRecoveryCodes(userId: number, hashes: string[]): Promise<void> {
    const manager = this.uow.requireTransaction();
    await manager.query('DELETE FROM recovery_code WHERE user_id = $1', [userId]);
    await manager.query(
      'INSERT INTO recovery_code (user_id, code_hash) SELECT $1, unnest($2::text[])',
      [userId, hashes],
    );
  }

  /** @returns whether the code was valid and unused. */
  async claimRecoveryCode(userId: number, hash: string, now: Date): Promise<boolean> {
    const [, changed] = await this.uow.requireTransaction().query(
      `UPDATE recovery_code SET used_at = $3
       WHERE user_id = $1 AND code_hash = $2 AND used_at IS NULL`,
      [userId, hash, now],
    );
    return changed === 1;
  }

  async countUnusedRecoveryCodes(userId: number): Promise<number> {
    const [row] = await this.uow.manager.query(
      'SELECT count(*)::int AS unused FROM recovery_code WHERE user_id = $1 AND used_at IS NULL',
      [userId],
    );
    return row.unused;
  }

  /** @returns whether one was in use. */
  async remove(userId: number): Promise<boolean> {
    const manager = this.uow.requireTransaction();
    await manager.query('DELETE FROM recovery_code WHERE user_id = $1', [userId]);
    const [rows] = await manager.query(
      'DELETE FROM two_factor WHERE user_id = $1 RETURNING enabled_at',
      [userId],
    );
    return Boolean(rows[0]?.enabled_at);
  }

  /** Everybody on the staff, by name. */
  listStaff(): Promise<StaffTwoFactor[]> {
    return this.uow.manager.query(
      `SELECT u.id, u.name, u.email, u.role, f.enabled_at IS NOT NULL AS enabled
       FROM users u LEFT JOIN two_factor f ON f.user_id = u.id
       WHERE u.role <> 'user' AND u.closed_at IS NULL ORDER BY lower(u.name), u.id`,
    );
  }
}
