import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../database/unit-of-work';

type SettingValue = string | number | boolean;
export type StoredSettings = Record<string, SettingValue>;

interface SettingRow {
  readonly key: string;
  readonly value: SettingValue;
  readonly updated_at: Date;
}

/** Advisory lock: a change depends on the stored values, so changes run one after the other. */
const EDIT_LOCK = 7_361_004;

@Injectable()
export class SettingsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  async readAll(): Promise<{ values: StoredSettings; updatedAt: Date | null }> {
    const rows = await this.uow.manager.query<SettingRow[]>(
      'SELECT key, value, updated_at FROM setting',
    );
    const newest = Math.max(...rows.map((row) => row.updated_at.getTime()));
    return {
      values: Object.fromEntries(rows.map((row) => [row.key, row.value])),
      updatedAt: rows.length ? new Date(newest) : null,
    };
  }

  /** Held until the transaction ends. */
  async lock(): Promise<void> {
    await this.uow.requireTransaction().query('SELECT pg_advisory_xact_lock($1)', [EDIT_LOCK]);
  }

  async write(key: string, value: SettingValue, userId: number): Promise<void> {
    await this.uow.requireTransaction().query(
      `INSERT INTO setting (key, value, updated_by) VALUES ($1, $2::jsonb, $3)
       ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_by = excluded.updated_by,
                                       updated_at = now()`,
      [key, JSON.stringify(value), userId],
    );
  }

  async reset(key: string): Promise<void> {
    await this.uow.requireTransaction().query('DELETE FROM setting WHERE key = $1', [key]);
  }
}
