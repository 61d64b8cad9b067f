import type { EncryptedColumn } from '../database/key-rotation';
import { isSecretSetting, SETTING_KEYS } from './settings.types';

export const settingContext = (key: string): string => `settings:${key}`;

const SECRETS = [...SETTING_KEYS.filter(isSecretSetting), 'previousKorapaySecretKey'];

export const ENCRYPTED_SETTINGS: EncryptedColumn = {
  what: 'settings',
  table: 'setting',
  column: 'value',
  key: ['key'],
  where: `key IN (${SECRETS.map((key) => `'${key}'`).join(', ')})`,
  context: ({ key }) => settingContext(String(key)),
};
