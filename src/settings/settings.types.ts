/** What the platform runs by right now: stored settings over environment over defaults. */
export interface PlatformSettings {
  readonly siteName: string;
  readonly siteDescription: string;
  readonly korapayEnabled: boolean;
  readonly korapayPublicKey: string | null;
  readonly korapaySecretKey: string | null;
  /** The key before the last change, still good for webhooks for 72 hours. */
  readonly previousKorapaySecretKey: string | null;
  /** Whole naira, 100 to 1,000,000. */
  readonly minimumTopup: number;
  /** Naira for a US dollar, two decimals at most. */
  readonly exchangeRate: number;
  readonly markupEnabled: boolean;
  /** Percent, 0 to 100. */
  readonly markupPercentage: number;
  readonly smtpHost: string | null;
  readonly smtpPort: number;
  readonly smtpUsername: string | null;
  readonly smtpPassword: string | null;
}

export type SettingKey = Exclude<keyof PlatformSettings, 'previousKorapaySecretKey'>;

/** Largest single top-up, whole naira. */
export const MAXIMUM_TOPUP = 1_000_000;

export const SETTING_DEFAULTS = {
  siteName: 'NairaProxy',
  siteDescription:
    'Datacenter, residential and mobile proxies for Nigeria, paid in naira from a prepaid wallet.',
  korapayEnabled: true,
  minimumTopup: 1000,
  exchangeRate: 1600,
  markupEnabled: false,
  markupPercentage: 0,
  smtpPort: 587,
} as const;

export const SECRET_SETTINGS = ['korapaySecretKey', 'smtpPassword'] as const satisfies SettingKey[];

/** What to change. Left out: stays. Null: back to the default. A masked secret: stays. */
export type SettingChanges = { readonly [K in SettingKey]?: PlatformSettings[K] | null };

/** Settings fit to be shown: secrets are masked. */
export interface ReadableSettings {
  readonly settings: Omit<PlatformSettings, 'previousKorapaySecretKey'>;
  /** Null until settings are saved for the first time. */
  readonly lastUpdated: Date | null;
}
