import { Injectable } from '@nestjs/common';
import { AdvisoryLock } from '../database/advisory-locks';
import { UnitOfWork } from '../database/unit-of-work';
import { Setting } from './setting.entity';

type SettingValue = Setting['value'];
export type StoredSettings = Record<string, SettingValue>;

/** SQL for the advisory lock only. */
@Injectable()
export class SettingsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  async readAll(): Promise<{ values: StoredSettings; updatedAt: Date | null }> {
    const rows = await this.uow.manager.find(Setting, {
      select: { key: true, value: true, updatedAt: true },
    });
    const newest = Math.max(...rows.map((row) => row.updatedAt.getTime()));
    return {
      values: Object.fromEntries(rows.map((row) => [row.key, row.value])),
      updatedAt: rows.length ? new Date(newest) : null,
    };
  }

  /** Held until the transaction ends. */
  async lock(): Promise<void> {
    await this.uow
      .requireTransaction()
      .query('SELECT pg_advisory_xact_lock($1)', [AdvisoryLock.settings]);
  }

  async write(key: string, value: SettingValue, userId: number): Promise<void> {
    await this.uow
      .requireTransaction()
      .createQueryBuilder()
      .insert()
      .into(Setting)
      .values({ key, value, updatedBy: userId })
      .orUpdate(['value', 'updated_by'], ['key'])
      .execute();
  }

  async reset(key: string): Promise<void> {
    await this.uow.requireTransaction().delete(Setting, { key });
  }
}
