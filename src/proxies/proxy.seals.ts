import type { SealedColumn } from '../database/sealed-column';

export const proxyContext = (uuid: string): string => `proxy:${uuid}`;

export const SEALED_PROXY_PASSWORDS: SealedColumn = {
  what: 'passwords of proxies',
  table: 'proxy',
  column: 'password_sealed',
  key: ['id'],
  reads: ['uuid'],
  context: ({ uuid }) => proxyContext(String(uuid)),
};
