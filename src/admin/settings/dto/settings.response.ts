import { ok } from '../../../common/http/envelope.response';
import type { ReadableSettings } from '../../../settings/settings.types';

/** The current settings. Secrets are masked: `••••••••` and, of long ones, their last four characters. */
export class SystemSettings {
  /** @example NairaProxy */
  siteName: string;
  siteDescription: string;
  korapayEnabled: boolean;
  korapayPublicKey: string | null;
  /** @example ••••••••a1b2 */
  korapaySecretKey: string | null;
  /** Whole naira. @example 1000 */
  minimumTopup: number;
  /** Naira for a US dollar. @example 1600 */
  exchangeRate: number;
  markupEnabled: boolean;
  /** Percent. @example 0 */
  markupPercentage: number;
  smtpHost: string | null;
  /** @example 587 */
  smtpPort: number;
  smtpUsername: string | null;
  /** @example •••••••• */
  smtpPassword: string | null;
}

export class SystemSettingsData {
  settings: SystemSettings;
  /** Null until settings are saved for the first time. */
  last_updated: Date | null;
}

export class SystemSettingsResponse {
  success: boolean;
  data: SystemSettingsData;
}

export class SettingsSavedData {
  last_updated: Date | null;
}

export class SettingsSavedResponse {
  success: boolean;
  /** @example Settings saved successfully! */
  message: string;
  data: SettingsSavedData;
}

export const toSystemSettings = ({
  settings,
  lastUpdated,
}: ReadableSettings): SystemSettingsResponse =>
  ok({
    settings: {
      siteName: settings.siteName,
      siteDescription: settings.siteDescription,
      korapayEnabled: settings.korapayEnabled,
      korapayPublicKey: settings.korapayPublicKey,
      korapaySecretKey: settings.korapaySecretKey,
      minimumTopup: settings.minimumTopup,
      exchangeRate: settings.exchangeRate,
      markupEnabled: settings.markupEnabled,
      markupPercentage: settings.markupPercentage,
      smtpHost: settings.smtpHost,
      smtpPort: settings.smtpPort,
      smtpUsername: settings.smtpUsername,
      smtpPassword: settings.smtpPassword,
    },
    last_updated: lastUpdated,
  });

export const toSettingsSaved = (lastUpdated: Date | null): SettingsSavedResponse => ({
  ...ok({ last_updated: lastUpdated }),
  message: 'Settings saved successfully!',
});
