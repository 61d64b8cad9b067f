import type { EncryptedColumn } from '../database/key-rotation';
import { digestPassword } from './credentials';

export const proxyContext = (uuid: string): string => `proxy:${uuid}`;

export const ENCRYPTED_PROXY_PASSWORDS: EncryptedColumn = {
  what: 'passwords of proxies',
  table: 'proxy',
  column: 'password_encrypted',
  key: ['id'],
  reads: ['uuid'],
  context: ({ uuid }) => proxyContext(String(uuid)),
  // The digest that the gateways compare is keyed as well.
  derive: (password, keys) => ({
    password_digest: `\\x${digestPassword(keys.key('proxy-credential'), password).toString('hex')}`,
  }),
};
