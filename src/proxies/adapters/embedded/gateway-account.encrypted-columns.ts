import type { EncryptedColumn } from '../../../database/encrypted-column';
import { digestPassword } from './gateway-credentials';

export const accountContext = (apiId: string): string => `gateway_account:${apiId}`;

export const ENCRYPTED_ACCOUNT_PASSWORDS: EncryptedColumn = {
  what: 'passwords at the gateway',
  table: 'gateway_account',
  column: 'password_encrypted',
  key: ['id'],
  reads: ['api_id'],
  context: ({ api_id: apiId }) => accountContext(String(apiId)),
  // The digest that the gateway compares is keyed as well.
  derive: (password, keys) => ({
    password_digest: `\\x${digestPassword(keys.key('proxy-credential'), password).toString('hex')}`,
  }),
};
