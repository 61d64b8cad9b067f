import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { decrypt } from '../common/crypto/secrets';
import { Clock, MINUTE } from '../common/time/clock';
import { AppConfig } from '../config/app-config';
import { PgListener } from '../database/pg-listener';
import { UnitOfWork } from '../database/unit-of-work';
import { SettingsRepository, type StoredSettings } from './settings.repository';
import { settingContext } from './settings.encrypted-columns';
import {
  SETTING_DEFAULTS,
  toTopupChannels,
  type PlatformSettings,
  type TopupChannel,
} from './settings.types';

const MAX_AGE_MS = 30_000;
/** Stale-if-error: how long the last known settings are served when reads fail. */
const LAST_KNOWN_MS = 5 * MINUTE;

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
    private readonly repository: SettingsRepository,
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
    const { values } = await this.repository.readAll();
    return this.toPlatformSettings(values);
  }

  /** The ways to pay a top-up that staff chose; none leaves the choice to the payment provider. */
  async findTopupChannels(): Promise<TopupChannel[]> {
    return toTopupChannels(await this.current());
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

  toPlatformSettings(stored: StoredSettings): PlatformSettings {
    const text = (key: string) => stored[key] as string | undefined;
    const number = (
      key:
        | 'minimumTopup'
        | 'exchangeRate'
        | 'markupPercentage'
        | 'referralPercentage'
        | 'referralMaximum'
        | 'referralMinimumTopup'
        | 'vatPercentage'
        | 'correctionApprovalLimit'
        | 'fundingApprovalLimit',
    ) => (stored[key] as number | undefined) ?? SETTING_DEFAULTS[key];
    const secret = (key: string) => {
      const encrypted = text(key);
      return encrypted
        ? decrypt(this.config.key('secrets'), settingContext(key), encrypted)
        : undefined;
    };
    const { korapay, smtp } = this.config;
    return Object.freeze({
      siteName: text('siteName') ?? SETTING_DEFAULTS.siteName,
      siteDescription: text('siteDescription') ?? SETTING_DEFAULTS.siteDescription,
      korapayEnabled:
        (stored.korapayEnabled as boolean | undefined) ?? SETTING_DEFAULTS.korapayEnabled,
      // The provider has to enable them for a merchant; the simulator has.
      nairaAccountsEnabled:
        (stored.nairaAccountsEnabled as boolean | undefined) ?? this.config.sandbox,
      // In production each has to be enabled for the merchant first; the simulator has these.
      cardChannel: (stored.cardChannel as boolean | undefined) ?? this.config.sandbox,
      bankTransferChannel:
        (stored.bankTransferChannel as boolean | undefined) ?? this.config.sandbox,
      payWithBankChannel: (stored.payWithBankChannel as boolean | undefined) ?? this.config.sandbox,
      mobileMoneyChannel: (stored.mobileMoneyChannel as boolean | undefined) ?? false,
      korapayPublicKey: text('korapayPublicKey') ?? korapay.publicKey ?? null,
      korapaySecretKey: secret('korapaySecretKey') ?? korapay.secretKey ?? null,
      previousKorapaySecretKey: this.previousKey(stored),
      minimumTopup: number('minimumTopup'),
      exchangeRate: number('exchangeRate'),
      markupEnabled:
        (stored.markupEnabled as boolean | undefined) ?? SETTING_DEFAULTS.markupEnabled,
      markupPercentage: number('markupPercentage'),
      // In production they cost real money, so staff have to want them.
      referralsEnabled: (stored.referralsEnabled as boolean | undefined) ?? this.config.sandbox,
      referralPercentage: number('referralPercentage'),
      referralMaximum: number('referralMaximum'),
      referralMinimumTopup: number('referralMinimumTopup'),
      invoiceSellerName: text('invoiceSellerName') ?? text('siteName') ?? SETTING_DEFAULTS.siteName,
      invoiceSellerAddress: text('invoiceSellerAddress') ?? SETTING_DEFAULTS.invoiceSellerAddress,
      invoiceSellerTin: text('invoiceSellerTin') ?? null,
      vatPercentage: number('vatPercentage'),
      correctionApprovalLimit: number('correctionApprovalLimit'),
      fundingApprovalLimit: number('fundingApprovalLimit'),
      smtpHost: text('smtpHost') ?? smtp.host ?? null,
      smtpPort: (stored.smtpPort as number | undefined) ?? smtp.port,
      smtpUsername: text('smtpUsername') ?? smtp.username ?? null,
      smtpPassword: secret('smtpPassword') ?? smtp.password ?? null,
      staffTwoFactorRequired:
        (stored.staffTwoFactorRequired as boolean | undefined) ??
        SETTING_DEFAULTS.staffTwoFactorRequired,
      addressAccessEnabled:
        (stored.addressAccessEnabled as boolean | undefined) ??
        SETTING_DEFAULTS.addressAccessEnabled,
      udpDatacenter:
        (stored.udpDatacenter as boolean | undefined) ?? SETTING_DEFAULTS.udpDatacenter,
      udpResidential:
        (stored.udpResidential as boolean | undefined) ?? SETTING_DEFAULTS.udpResidential,
      udpMobile: (stored.udpMobile as boolean | undefined) ?? SETTING_DEFAULTS.udpMobile,
    });
  }

  private previousKey(stored: StoredSettings): string | null {
    const until = stored.previousKorapaySecretKeyUntil as string | undefined;
    const encrypted = stored.previousKorapaySecretKey as string | undefined;
    if (!until || !encrypted || Date.parse(until) < this.clock.now().getTime()) return null;
    return decrypt(
      this.config.key('secrets'),
      settingContext('previousKorapaySecretKey'),
      encrypted,
    );
  }
}
