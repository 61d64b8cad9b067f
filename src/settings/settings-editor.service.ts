import { Injectable } from '@nestjs/common';
import { AuditService } from '../audit/audit.service';
import { encrypt } from '../common/crypto/cipher';
import type { Actor } from '../common/security/actor';
import { Clock, HOUR } from '../common/time/clock';
import { AppConfig } from '../config/app-config';
import { UnitOfWork } from '../database/unit-of-work';
import { isMaskedSecret, maskSecret } from './secret-mask';
import { SettingsRepository } from './settings.repository';
import { settingContext } from './settings.encrypted-columns';
import { SettingsService } from './settings.service';
import {
  SECRET_SETTINGS,
  type PlatformSettings,
  type ReadableSettings,
  type SettingChanges,
  type SettingKey,
} from './settings.types';

const PREVIOUS_KEY_LIFE = 72 * HOUR;

const isSecret = (key: SettingKey): boolean =>
  (SECRET_SETTINGS as readonly SettingKey[]).includes(key);

/** Reads and changes settings for the back office. Secrets go in, but never come out. */
@Injectable()
export class SettingsEditorService {
  constructor(
    private readonly config: AppConfig,
    private readonly clock: Clock,
    private readonly uow: UnitOfWork,
    private readonly repository: SettingsRepository,
    private readonly settings: SettingsService,
    private readonly audit: AuditService,
  ) {}

  async read(): Promise<ReadableSettings> {
    const [{ previousKorapaySecretKey: _, ...settings }, { updatedAt }] = await Promise.all([
      this.settings.load(),
      this.repository.readAll(),
    ]);
    return {
      settings: {
        ...settings,
        korapaySecretKey: maskSecret(settings.korapaySecretKey),
        smtpPassword: maskSecret(settings.smtpPassword),
      },
      lastUpdated: updatedAt,
    };
  }

  /**
   * Changes what is given and differs; the values are valid by now. In force at once here and
   * within a second in every other process.
   * @returns when settings were last changed.
   */
  async update(actor: Actor, changes: SettingChanges): Promise<Date | null> {
    const updatedAt = await this.uow.run(async () => {
      await this.repository.lock();
      const before = await this.settings.load();
      const keys = await this.store(actor, changes, before);
      if (keys.length) await this.record(actor, keys, before, await this.settings.load());
      return (await this.repository.readAll()).updatedAt;
    });
    this.settings.invalidateCache();
    return updatedAt;
  }

  /** @returns the keys that were written. */
  private async store(
    actor: Actor,
    changes: SettingChanges,
    before: PlatformSettings,
  ): Promise<SettingKey[]> {
    const { values: stored } = await this.repository.readAll();
    const written: SettingKey[] = [];
    for (const [key, value] of Object.entries(changes) as [
      SettingKey,
      string | null | undefined,
    ][]) {
      if (value === undefined || (isSecret(key) && isMaskedSecret(value))) continue;
      if (value === null ? !(key in stored) : value === before[key]) continue;
      if (value === null) await this.repository.reset(key);
      else
        await this.repository.write(
          key,
          isSecret(key) ? this.encrypted(key, value) : value,
          actor.userId,
        );
      written.push(key);
    }
    if (written.includes('korapaySecretKey')) await this.keepPreviousKey(actor, before);
    if (written.length)
      await this.repository.write('lastUpdated', this.clock.now().toISOString(), actor.userId);
    return written;
  }

  /** Notifications that are already on their way are signed with the key before. */
  private async keepPreviousKey(actor: Actor, { korapaySecretKey }: PlatformSettings) {
    if (korapaySecretKey === null) return;
    const until = this.clock.in(PREVIOUS_KEY_LIFE).toISOString();
    const encrypted = this.encrypted('previousKorapaySecretKey', korapaySecretKey);
    await this.repository.write('previousKorapaySecretKey', encrypted, actor.userId);
    await this.repository.write('previousKorapaySecretKeyUntil', until, actor.userId);
  }

  private encrypted(key: string, value: string): string {
    return encrypt(this.config.key('secrets'), settingContext(key), value);
  }

  private record(
    actor: Actor,
    keys: SettingKey[],
    before: PlatformSettings,
    after: PlatformSettings,
  ): Promise<void> {
    const show = (settings: PlatformSettings, word: string) =>
      Object.fromEntries(
        keys.map((key) => {
          if (!isSecret(key)) return [key, settings[key]];
          return [key, settings[key] === null ? 'not set' : word];
        }),
      );
    return this.audit.record(actor, {
      action: 'settings.changed',
      target: 'settings',
      details: `Changed ${keys.join(', ')}`,
      before: show(before, 'set'),
      after: show(after, 'changed'),
    });
  }
}
