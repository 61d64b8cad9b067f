import type { EncryptedColumn } from '../database/encrypted-column';
import { SECRET_SETTINGS } from './settings.types';

export const settingContext = (key: string): string => `settings:${key}`;

const SECRETS = [...SECRET_SETTINGS, 'previousKorapaySecretKey'];

export const ENCRYPTED_SETTINGS: EncryptedColumn = {
  what: 'settings',
  table: 'setting',
  column: 'value',
  key: ['key'],
  where: `key IN (${SECRETS.map((key) => `'${key}'`).join(', ')})`,
  context: ({ key }) => settingContext(String(key)),
};
