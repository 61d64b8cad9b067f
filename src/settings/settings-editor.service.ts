import { Injectable } from '@nestjs/common';
import { plainNumber, NairaNumber, type AuditValue } from '../audit/audit-changes.types';
import { AuditService } from '../audit/audit.service';
import { encrypt, isMaskedSecret, maskSecret } from '../common/crypto/secrets';
import type { Actor } from '../common/security/actor';
import { Clock, HOUR } from '../common/time/clock';
import { readableTime } from '../common/time/calendar';
import { AppConfig } from '../config/app-config';
import { UnitOfWork } from '../database/unit-of-work';
import { secretNeeded, settingsChanged } from './settings.errors';
import { SettingsRepository, type SettingWriter } from './settings.repository';
import { settingContext } from './settings.encrypted-columns';
import { SettingsService } from './settings.service';
import {
  isSettingKey,
  SECRET_SETTINGS,
  type PlatformSettings,
  type ReadableSettings,
  type SavedSettings,
  type SettingChanges,
  type SettingKey,
} from './settings.types';

const PREVIOUS_KEY_LIFE = 72 * HOUR;

/** The mail password belongs to these: it is not sent to another server or for another user. */
const MAIL_ACCOUNT = ['smtpHost', 'smtpPort', 'smtpUsername'] as const satisfies SettingKey[];

const isSecret = (key: SettingKey): boolean =>
  (SECRET_SETTINGS as readonly SettingKey[]).includes(key);

/** Amounts and prices in naira. */
const MONEY_SETTINGS: readonly SettingKey[] = [
  'minimumTopup',
  'exchangeRate',
  'correctionApprovalLimit',
  'fundingApprovalLimit',
];

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
    private readonly repository: SettingsRepository,
    private readonly settings: SettingsService,
    private readonly audit: AuditService,
  ) {}

  async read(): Promise<ReadableSettings> {
    const { values, updatedAt, version } = await this.repository.readAll();
    const { previousKorapaySecretKey: _, ...settings } = this.settings.toPlatformSettings(values);
    return {
      settings: {
        ...settings,
        korapaySecretKey: maskSecret(settings.korapaySecretKey),
        smtpPassword: maskSecret(settings.smtpPassword),
      },
      lastUpdated: updatedAt,
      version,
    };
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
      await this.repository.lock();
      const current = await this.repository.readAll();
      if (version !== undefined && version !== current.version) await this.refuseStale(version);
      const before = await this.settings.load();
      const writer = {
        updatedBy: actor.userId,
        updatedByName: actor.name,
        version: current.version + 1,
      };
      const selected = select ? await select(before) : changes;
      const keys = await this.store(writer, selected, before);
      if (keys.length) {
        assertAllowed?.(keys);
        const after = await this.settings.load();
        assertPasswordBelongs(before, after, selected);
        await this.record(actor, keys, before, after);
      }
      await this.uow.afterCommit(() => this.settings.invalidateCache());
      const { updatedAt, version: next } = await this.repository.readAll();
      return { lastUpdated: updatedAt, version: next };
    });
  }

  private async refuseStale(version: number): Promise<never> {
    const current = await this.settings.load();
    const changes: Record<string, string[]> = {};
    for (const row of await this.repository.findChangedSince(version)) {
      const { key, updatedByName, updatedAt } = row;
      if (!isSettingKey(key)) continue;
      const value = isSecret(key) ? '' : ` to ${describe(current[key])}`;
      changes[key] = [
        `${updatedByName ?? 'Somebody'} changed this${value} on ${readableTime(updatedAt)}.`,
      ];
    }
    throw settingsChanged(changes);
  }

  /** @returns the keys that were written. */
  private async store(
    writer: SettingWriter,
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
      const plain = value === null || !isSecret(key);
      await this.repository.write(key, plain ? value : this.encrypted(key, value), writer);
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
    await this.repository.write('previousKorapaySecretKey', encrypted, writer);
    await this.repository.write('previousKorapaySecretKeyUntil', until, writer);
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
          if (!isSecret(key)) return [key, toAuditValue(key, settings[key])];
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
  return MONEY_SETTINGS.includes(key) ? new NairaNumber(value) : plainNumber(value);
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
