import type { EncryptedColumn } from '../../database/encrypted-column';

export const providerContext = (id: number): string => `supply_provider:${id}`;

export const ENCRYPTED_PROVIDERS: EncryptedColumn = {
  what: 'API keys of providers',
  table: 'supply_provider',
  column: 'api_key_encrypted',
  key: ['id'],
  context: ({ id }) => providerContext(Number(id)),
};
