import type { EncryptedColumn } from '../database/encrypted-column';

export const proxyContext = (uuid: string): string => `proxy:${uuid}`;

export const ENCRYPTED_PROXY_PASSWORDS: EncryptedColumn = {
  what: 'passwords of proxies',
  table: 'proxy',
  column: 'password_encrypted',
  key: ['id'],
  reads: ['uuid'],
  context: ({ uuid }) => proxyContext(String(uuid)),
};
