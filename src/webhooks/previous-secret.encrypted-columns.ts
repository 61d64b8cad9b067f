import type { EncryptedColumn } from '../database/encrypted-column';
import { ENCRYPTED_WEBHOOK_SECRETS } from './webhooks.encrypted-columns';

/** Secrets that sign beside their successors for a day. */
export const ENCRYPTED_PREVIOUS_SECRETS: EncryptedColumn = {
  ...ENCRYPTED_WEBHOOK_SECRETS,
  what: 'previous webhook secrets',
  column: 'previous_secret_encrypted',
};
