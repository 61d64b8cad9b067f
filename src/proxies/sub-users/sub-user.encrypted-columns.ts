import type { EncryptedColumn } from '../../database/encrypted-column';
import { digestPassword } from '../adapters/embedded/gateway-credentials';

export const subUserContext = (accountId: number | string, name: string): string =>
  `gateway_sub_user:${accountId}:${name}`;

export const ENCRYPTED_SUB_USER_PASSWORDS: EncryptedColumn = {
  what: 'passwords of sub-users',
  table: 'gateway_sub_user',
  column: 'password_encrypted',
  key: ['id'],
  reads: ['account_id', 'name'],
  context: ({ account_id: accountId, name }) => subUserContext(accountId!, String(name)),
  // The digest that the gateway compares is keyed as well.
  derive: (password, keys) => ({
    password_digest: `\\x${digestPassword(keys.key('proxy-credential'), password).toString('hex')}`,
  }),
};
