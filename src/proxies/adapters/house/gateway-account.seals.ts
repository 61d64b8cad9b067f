import type { SealedColumn } from '../../../database/sealed-column';
import { digestOf } from './house-credentials';

export const accountContext = (apiId: string): string => `gateway_account:${apiId}`;

export const SEALED_ACCOUNT_PASSWORDS: SealedColumn = {
  what: 'passwords at the gateway',
  table: 'gateway_account',
  column: 'password_sealed',
  key: ['id'],
  reads: ['api_id'],
  context: ({ api_id: apiId }) => accountContext(String(apiId)),
  // What the gateway compares is keyed as well.
  beside: (password, keys) => ({
    password_digest: `\\x${digestOf(keys.key('proxy-credential'), password).toString('hex')}`,
  }),
};
