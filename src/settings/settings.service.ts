import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { decrypt } from '../common/crypto/secrets';
import { Clock, MINUTE } from '../common/time/clock';
import { AppConfig } from '../config/app-config';
import { PgListener } from '../database/pg-listener';
import { UnitOfWork } from '../database/unit-of-work';
import type { Maintenance } from './maintenance.types';
import { Setting } from './setting.entity';
import { emailDomainBlocked } from './settings.errors';
import { settingContext } from './settings.encrypted-columns';
import { SETTINGS } from './setting-table.types';
import {
  isSecretSetting,
  SETTING_KEYS,
  toTopupChannels,
  type PlatformSettings,
  type SavedSettings,
  type TopupChannel,
} from './settings.types';

const MAX_AGE_MS = 30_000;
/** Stale-if-error: how long the last known settings are served when reads fail. */
const LAST_KNOWN_MS = 5 * MINUTE;

type StoredSettings = Record<string, NonNullable<Setting['value']>>;

interface Cached {
  readonly settings: Promise<PlatformSettings>;
  readonly at: number;
  /** Whether they have been read. */
  isKnown: boolean;
}

/**
 * The current settings. Cached per process; a change in any process is announced by NOTIFY and read
 * anew at once, and the cache's age is bounded for the time the listener's connection is away.
 */
@Injectable()
export class SettingsService implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(SettingsService.name);
  private cached: Cached | undefined;
  private lastKnown: { settings: PlatformSettings; at: number } | undefined;
  private listener: PgListener | undefined;

  constructor(
    private readonly config: AppConfig,
    private readonly clock: Clock,
    private readonly uow: UnitOfWork,
  ) {}

  onModuleInit(): void {
    this.listener = new PgListener(
      this.config.database.url,
      { settings: () => this.invalidateCache() },
      (error) => this.logger.warn({ err: error }, 'Settings listener lost; reconnecting'),
    );
    void this.listener.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.listener?.stop();
  }

  /** @throws the read error when there are no recent settings to fall back to. */
  async current(): Promise<PlatformSettings> {
    const isYoung = this.cached && Date.now() - this.cached.at < MAX_AGE_MS;
    // Inside a transaction the settings are read on its own connection: waiting for a shared read
    // could deadlock on the pool, and uncommitted values must not be cached.
    if (this.uow.isOpen && !(isYoung && this.cached?.isKnown)) return this.load();
    if (!this.cached || !isYoung) this.cached = this.read();
    return this.cached.settings.catch((error: unknown) => this.fallBackToLastKnown(error));
  }

  /** Bypasses the cache; includes changes of the open unit of work. */
  async load(): Promise<PlatformSettings> {
    return (await this.readAll()).settings;
  }

  /** The ways to pay a top-up that staff chose; none leaves the choice to the payment provider. */
  async findTopupChannels(): Promise<TopupChannel[]> {
    return toTopupChannels(await this.current());
  }

  /** @throws DomainError invalid with errors.email for an address of a blocked domain or of one below it. */
  async assertEmailAccepted(email: string): Promise<void> {
    const { blockedEmailDomains } = await this.current();
    const domain = `.${email.slice(email.lastIndexOf('@') + 1).toLowerCase()}`;
    const blocked = blockedEmailDomains.split(' ').filter(Boolean);
    if (blocked.some((one) => domain.endsWith(`.${one}`)))
      throw emailDomainBlocked(domain.slice(1));
  }

  /** Null while customers can buy. */
  async findMaintenance(): Promise<Maintenance | null> {
    const { maintenanceEnabled, maintenanceMessage, maintenanceUntil } = await this.current();
    const until = maintenanceUntil === null ? null : new Date(maintenanceUntil);
    const isOn = maintenanceEnabled && (until === null || until > this.clock.now());
    return isOn ? { message: maintenanceMessage, until } : null;
  }

  /** Lets this process see a change at once; the others hear of it. */
  invalidateCache(): void {
    this.cached = undefined;
    this.lastKnown = undefined;
  }

  private read(): Cached {
    const entry: Cached = { settings: this.load(), at: Date.now(), isKnown: false };
    entry.settings.then(
      (settings) => {
        entry.isKnown = true;
        if (this.cached === entry) this.lastKnown = { settings, at: entry.at };
      },
      () => {
        if (this.cached === entry) this.cached = undefined;
      },
    );
    return entry;
  }

  private fallBackToLastKnown(error: unknown): PlatformSettings {
    if (!this.lastKnown || Date.now() - this.lastKnown.at >= LAST_KNOWN_MS) throw error;
    this.logger.warn({ err: error }, 'Settings cannot be read; the last ones known stand in');
    return this.lastKnown.settings;
  }

  /** With the version and time of the last change; version 0 and no time before the first. */
  async readAll(): Promise<{
    settings: PlatformSettings;
    /** The keys that do not have their default. */
    stored: ReadonlySet<string>;
    saved: SavedSettings;
  }> {
    const rows = await this.uow.manager.find(Setting, {
      select: { key: true, value: true, updatedAt: true, version: true },
    });
    const values: StoredSettings = Object.fromEntries(
      rows.flatMap(({ key, value }) => (value === null ? [] : [[key, value]])),
    );
    const newest = Math.max(...rows.map((row) => row.updatedAt.getTime()));
    return {
      settings: this.toPlatformSettings(values),
      stored: new Set(Object.keys(values)),
      saved: {
        last_updated: rows.length ? new Date(newest) : null,
        version: Math.max(0, ...rows.map((row) => row.version)),
      },
    };
  }

  private toPlatformSettings(stored: StoredSettings): PlatformSettings {
    const settings: Record<string, unknown> = {};
    for (const key of SETTING_KEYS) {
      const { default: fallback } = SETTINGS[key];
      settings[key] =
        (isSecretSetting(key) ? this.decrypt(key, stored) : stored[key]) ??
        (typeof fallback === 'function'
          ? fallback(this.config, settings as { siteName: string })
          : fallback);
    }
    settings.previousKorapaySecretKey = this.previousKey(stored);
    return Object.freeze(settings) as unknown as PlatformSettings;
  }

  private decrypt(key: string, { [key]: encrypted }: StoredSettings): string | undefined {
    if (!encrypted) return undefined;
    return decrypt(this.config.key('secrets'), settingContext(key), encrypted as string);
  }

  private previousKey(stored: StoredSettings): string | null {
    const until = stored.previousKorapaySecretKeyUntil as string | undefined;
    if (!until || Date.parse(until) < this.clock.now().getTime()) return null;
    return this.decrypt('previousKorapaySecretKey', stored) ?? null;
  }
}
