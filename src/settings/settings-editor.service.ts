import { Injectable } from '@nestjs/common';
import { plainNumber, NairaNumber, type AuditValue } from '../audit/audit-changes.types';
import { MoreThan } from 'typeorm';
import { AuditService } from '../audit/audit.service';
import { encrypt, isMaskedSecret, maskSecret } from '../common/crypto/secrets';
import type { Actor } from '../common/security/actor';
import { Clock, HOUR } from '../common/time/clock';
import { readableTime } from '../common/time/calendar';
import { AppConfig } from '../config/app-config';
import { AdvisoryLock } from '../database/advisory-locks';
import { UnitOfWork } from '../database/unit-of-work';
import { Setting } from './setting.entity';
import { secretNeeded, settingsChanged } from './settings.errors';
import { settingContext } from './settings.encrypted-columns';
import { SettingsService } from './settings.service';
import { SETTINGS } from './setting-table.types';
import {
  FORM_SETTING_KEYS,
  isSecretSetting,
  isSettingKey,
  type PlatformSettings,
  type FormSettingKey,
  type SavedSettings,
  type SettingChanges,
  type SettingKey,
} from './settings.types';

const PREVIOUS_KEY_LIFE = 72 * HOUR;

/** The mail password belongs to these: it is not sent to another server or for another user. */
const MAIL_ACCOUNT = ['smtpHost', 'smtpPort', 'smtpUsername'] as const satisfies SettingKey[];

type SettingWriter = Pick<Setting, 'updatedBy' | 'updatedByName' | 'version'>;

export interface SettingsGuard {
  /** Called with what changes; throws to have nothing changed. */
  readonly assertAllowed?: (keys: readonly SettingKey[]) => void;
  /** @returns those of the changes that are made now. */
  readonly select?: (before: PlatformSettings) => Promise<SettingChanges>;
}

/** Reads and changes settings for the back office. Secrets go in, but never come out. */
@Injectable()
export class SettingsEditorService {
  constructor(
    private readonly config: AppConfig,
    private readonly clock: Clock,
    private readonly uow: UnitOfWork,
    private readonly settings: SettingsService,
    private readonly audit: AuditService,
  ) {}

  /** Settings fit to be shown: secrets are masked. */
  async read(): Promise<SavedSettings & { settings: Pick<PlatformSettings, FormSettingKey> }> {
    const { settings, saved } = await this.settings.readAll();
    const shown = FORM_SETTING_KEYS.map((key) => [
      key,
      isSecretSetting(key) ? maskSecret(settings[key] as string | null) : settings[key],
    ]);
    return { settings: Object.fromEntries(shown) as typeof settings, ...saved };
  }

  /**
   * Changes what is given and differs; the values are valid by now. In force at once here and
   * within a second in every other process.
   * @param version of the settings that the changes were made to; without it nothing is compared.
   * @param guard decides about the changes while nobody else can change settings.
   * @throws DomainError conflict SETTINGS_CHANGED when they have another version by now.
   * @throws DomainError invalid when a stored mail password would go to another mail account.
   */
  async update(
    actor: Actor,
    changes: SettingChanges,
    version?: number,
    { assertAllowed, select }: SettingsGuard = {},
  ): Promise<SavedSettings> {
    return this.uow.run(async () => {
      const manager = this.uow.requireTransaction();
      await manager.query('SELECT pg_advisory_xact_lock($1)', [AdvisoryLock.settings]);
      const { settings: before, stored, saved } = await this.settings.readAll();
      if (version !== undefined && version !== saved.version)
        throw settingsChanged(await this.describeChangesSince(version, before));
      const writer = {
        updatedBy: actor.userId,
        updatedByName: actor.name,
        version: saved.version + 1,
      };
      const selected = select ? await select(before) : changes;
      const keys = await this.store(writer, selected, before, stored);
      if (keys.length) {
        assertAllowed?.(keys);
        const after = await this.settings.load();
        assertPasswordBelongs(before, after, selected);
        await this.record(actor, keys, before, after);
      }
      await this.uow.afterCommit(() => this.settings.invalidateCache());
      return (await this.settings.readAll()).saved;
    });
  }

  private async describeChangesSince(
    version: number,
    current: PlatformSettings,
  ): Promise<Record<string, string[]>> {
    const changed = await this.uow.manager.find(Setting, {
      where: { version: MoreThan(version) },
      order: { version: 'ASC', key: 'ASC' },
    });
    const changes: Record<string, string[]> = {};
    for (const { key, updatedByName, updatedAt } of changed) {
      if (!isSettingKey(key)) continue;
      const value = isSecretSetting(key) ? '' : ` to ${describe(current[key])}`;
      changes[key] = [
        `${updatedByName ?? 'Somebody'} changed this${value} on ${readableTime(updatedAt)}.`,
      ];
    }
    return changes;
  }

  /** @returns the keys that were written. */
  private async store(
    writer: SettingWriter,
    changes: SettingChanges,
    before: PlatformSettings,
    stored: ReadonlySet<string>,
  ): Promise<SettingKey[]> {
    const written: SettingKey[] = [];
    for (const [key, value] of Object.entries(changes) as [
      SettingKey,
      string | null | undefined,
    ][]) {
      if (value === undefined || (isSecretSetting(key) && isMaskedSecret(value))) continue;
      if (value === null ? !stored.has(key) : value === before[key]) continue;
      const plain = value === null || !isSecretSetting(key);
      await this.write(key, plain ? value : this.encrypted(key, value), writer);
      written.push(key);
    }
    if (written.includes('korapaySecretKey')) await this.keepPreviousKey(writer, before);
    return written;
  }

  /** Notifications that are already on their way are signed with the key before. */
  private async keepPreviousKey(writer: SettingWriter, { korapaySecretKey }: PlatformSettings) {
    if (korapaySecretKey === null) return;
    const until = this.clock.in(PREVIOUS_KEY_LIFE).toISOString();
    const encrypted = this.encrypted('previousKorapaySecretKey', korapaySecretKey);
    await this.write('previousKorapaySecretKey', encrypted, writer);
    await this.write('previousKorapaySecretKeyUntil', until, writer);
  }

  /** @param value null resets to the default. */
  private async write(key: string, value: Setting['value'], writer: SettingWriter): Promise<void> {
    await this.uow
      .requireTransaction()
      .createQueryBuilder()
      .insert()
      .into(Setting)
      .values({ key, value, ...writer })
      .orUpdate(['value', 'updated_by', 'updated_by_name', 'version'], ['key'])
      .execute();
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
          if (!isSecretSetting(key)) return [key, toAuditValue(key, settings[key])];
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

function toAuditValue(key: SettingKey, value: PlatformSettings[SettingKey]): AuditValue {
  if (typeof value !== 'number') return value;
  return SETTINGS[key].money ? new NairaNumber(value) : plainNumber(value);
}

/** @throws DomainError invalid when the account changed and the password was not entered with it. */
function assertPasswordBelongs(
  before: PlatformSettings,
  after: PlatformSettings,
  { smtpPassword }: SettingChanges,
): void {
  const isEntered = typeof smtpPassword === 'string' && !isMaskedSecret(smtpPassword);
  const isMoved = MAIL_ACCOUNT.some((key) => before[key] !== after[key]);
  if (isMoved && !isEntered && after.smtpHost !== null && after.smtpPassword !== null)
    throw secretNeeded('smtpPassword');
}

const describe = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return value === null || value === undefined ? 'nothing' : JSON.stringify(value);
};
