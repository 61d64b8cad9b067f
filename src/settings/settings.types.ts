import type { SettingDefinition } from './setting-definition';
import { SETTINGS } from './setting-table.types';

/** Largest single top-up, whole naira. */
export const MAXIMUM_TOPUP = 1_000_000;

type Value<D> = D extends SettingDefinition<infer T> ? T : never;

export type SettingKey = keyof typeof SETTINGS;

export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[];

/** The settings that are read and saved together. */
export type FormSettingKey = Exclude<SettingKey, 'staffTwoFactorRequired'>;

export const FORM_SETTING_KEYS = SETTING_KEYS.filter(
  (key): key is FormSettingKey => SETTINGS[key].request !== undefined,
);

export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(SETTINGS, key);

/** What the platform runs by right now: stored settings over environment over defaults. */
export type PlatformSettings = {
  readonly [K in SettingKey]: Value<(typeof SETTINGS)[K]>;
} & {
  /** The key before the last change, still good for webhooks for 72 hours. */
  readonly previousKorapaySecretKey: string | null;
};

export const isSecretSetting = (key: SettingKey): boolean => SETTINGS[key].secret ?? false;

/** The default of a setting for which it does not depend on the environment. */
export function getDefault<K extends SettingKey>(key: K): PlatformSettings[K] {
  const value: unknown = SETTINGS[key].default;
  if (typeof value === 'function') throw new Error(`The default of ${key} is not constant`);
  return value as PlatformSettings[K];
}

/** What to change. Left out: stays. Null: back to the default. A masked secret: stays. */
export type SettingChanges = { readonly [K in SettingKey]?: PlatformSettings[K] | null };

export interface SavedSettings {
  /** Null until settings are saved for the first time. */
  readonly last_updated: Date | null;
  /** Grows with every change; 0 before the first. */
  readonly version: number;
}

/** Ways to pay a top-up at the checkout, by the names of the API, in the order they are shown. */
export const TOPUP_CHANNELS = ['card', 'bank_transfer', 'pay_with_bank', 'mobile_money'] as const;
export type TopupChannel = (typeof TOPUP_CHANNELS)[number];

const CHANNEL_SETTINGS = {
  card: 'cardChannel',
  bank_transfer: 'bankTransferChannel',
  pay_with_bank: 'payWithBankChannel',
  mobile_money: 'mobileMoneyChannel',
} as const satisfies Record<TopupChannel, SettingKey>;

/** The ways to pay that staff chose; none leaves the choice to the provider. */
export const toTopupChannels = (settings: PlatformSettings): TopupChannel[] =>
  TOPUP_CHANNELS.filter((channel) => settings[CHANNEL_SETTINGS[channel]]);
