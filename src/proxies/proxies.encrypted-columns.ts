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

export const subUserContext = (contextId: number | string, name: string): string =>
  `gateway_sub_user:${contextId}:${name}`;

export const ENCRYPTED_SUB_USER_PASSWORDS: EncryptedColumn = {
  what: 'passwords of sub-users',
  table: 'gateway_sub_user',
  column: 'password_encrypted',
  key: ['id'],
  reads: ['context_id', 'name'],
  context: ({ context_id: contextId, name }) => subUserContext(contextId!, String(name)),
  // The digest that the gateway compares is keyed as well.
  derive: (password, keys) => ({
    password_digest: `\\x${digestPassword(keys.key('proxy-credential'), password).toString('hex')}`,
  }),
};
