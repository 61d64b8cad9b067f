import { Injectable } from '@nestjs/common';
import { MoreThan } from 'typeorm';
import { AdvisoryLock } from '../database/advisory-locks';
import { UnitOfWork } from '../database/unit-of-work';
import { Setting } from './setting.entity';

type SettingValue = NonNullable<Setting['value']>;
export type StoredSettings = Record<string, SettingValue>;
export type SettingWriter = Pick<Setting, 'updatedBy' | 'updatedByName' | 'version'>;

/** SQL for the advisory lock only. */
@Injectable()
export class SettingsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** @returns values without reset settings; version 0 and no time before the first change. */
  async readAll(): Promise<{ values: StoredSettings; updatedAt: Date | null; version: number }> {
    const rows = await this.uow.manager.find(Setting, {
      select: { key: true, value: true, updatedAt: true, version: true },
    });
    const newest = Math.max(...rows.map((row) => row.updatedAt.getTime()));
    return {
      values: Object.fromEntries(
        rows.flatMap(({ key, value }) => (value === null ? [] : [[key, value]])),
      ),
      updatedAt: rows.length ? new Date(newest) : null,
      version: Math.max(0, ...rows.map((row) => row.version)),
    };
  }

  findChangedSince(version: number): Promise<Setting[]> {
    return this.uow.manager.find(Setting, {
      where: { version: MoreThan(version) },
      order: { version: 'ASC', key: 'ASC' },
    });
  }

  /** Held until the transaction ends. */
  async lock(): Promise<void> {
    await this.uow
      .requireTransaction()
      .query('SELECT pg_advisory_xact_lock($1)', [AdvisoryLock.settings]);
  }

  /** @param value null resets to the default. */
  async write(key: string, value: Setting['value'], writer: SettingWriter): Promise<void> {
    await this.uow
      .requireTransaction()
      .createQueryBuilder()
      .insert()
      .into(Setting)
      .values({ key, value, ...writer })
      .orUpdate(['value', 'updated_by', 'updated_by_name', 'version'], ['key'])
      .execute();
  }
}
