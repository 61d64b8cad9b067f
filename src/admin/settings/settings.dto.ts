import type { Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsEmail, IsInt, IsOptional, Matches, Max, MaxLength, Min } from 'class-validator';
import { normalizeEmail } from '../../common/http/fields';
import { MAX_ID } from '../../common/http/request.pipes';
import { SETTINGS } from '../../settings/setting-table.types';
import {
  FORM_SETTING_KEYS,
  type FormSettingKey,
  type PlatformSettings,
  type SettingChanges,
} from '../../settings/settings.types';
import { EMAIL_MAX, PLAIN_EMAIL } from '../../users/users.types';
import { WalletCorrectionData } from '../wallet-corrections/wallet-corrections.dto';

type FormSettings = Pick<PlatformSettings, FormSettingKey>;

/** @returns a class with a property of every setting of the form, with the decorators of the table. */
function withSettings<T>(getDecorators: (key: FormSettingKey) => readonly PropertyDecorator[]) {
  class Settings {}
  for (const key of FORM_SETTING_KEYS)
    // From the last to the first, as TypeScript applies them: validation refuses with the first message.
    for (const decorate of getDecorators(key).toReversed()) decorate(Settings.prototype, key);
  return Settings as Type<T>;
}

/**
 * Fields that are left out stay as they are; null brings the default back. A secret sent back as it
 * was read, masked, stays as it is.
 */
export class SaveSettingsDto extends withSettings<Pick<SettingChanges, FormSettingKey>>((key) => [
  ApiProperty(SETTINGS[key].request),
  ...SETTINGS[key].decorators,
]) {
  /**
   * `version` of the settings as they were read. When others have changed them since, nothing is
   * saved: 409 with what they changed. Left out, nothing is compared. @example 7
   */
  @IsOptional()
  @Max(MAX_ID)
  @Min(0)
  @IsInt()
  version?: number;
}

export class TestEmailDto {
  /** Recipient. Defaults to your own address. @example admin@example.com */
  @IsOptional()
  @Transform(normalizeEmail)
  @MaxLength(EMAIL_MAX, { message: 'Please enter a valid email address' })
  @Matches(PLAIN_EMAIL, { message: 'Please enter a valid email address' })
  @IsEmail({}, { message: 'Please enter a valid email address' })
  to?: string;
}

/** The current settings. A stored secret reads `••••••••`. */
export class SystemSettings extends withSettings<FormSettings>((key) => [
  ApiProperty(SETTINGS[key].response),
]) {}

export class SystemSettingsData {
  settings: SystemSettings;
  /** Null until settings are saved for the first time. */
  last_updated: Date | null;
  /** Grows with every change; send it back when saving. @example 7 */
  version: number;
}

export class SettingsSavedData {
  last_updated: Date | null;
  /** @example 8 */
  version: number;
}

export class SettingsProposedData extends SettingsSavedData {
  /** The higher approval limits, which are left out until another admin approves them. */
  proposal: WalletCorrectionData;
}
