import type { EncryptedColumn } from '../database/key-rotation';

export const webhookContext = (userId: number): string => `webhook:${userId}`;

export const ENCRYPTED_WEBHOOK_SECRETS: EncryptedColumn = {
  what: 'webhook secrets',
  table: 'webhook',
  column: 'secret_encrypted',
  key: ['id'],
  reads: ['user_id'],
  context: ({ user_id: userId }) => webhookContext(Number(userId)),
};

/** Secrets that sign beside their successors for a day. */
export const ENCRYPTED_PREVIOUS_SECRETS: EncryptedColumn = {
  ...ENCRYPTED_WEBHOOK_SECRETS,
  what: 'previous webhook secrets',
  column: 'previous_secret_encrypted',
};
