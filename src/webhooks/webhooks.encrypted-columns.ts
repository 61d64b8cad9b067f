import type { EncryptedColumn } from '../database/encrypted-column';

export const webhookContext = (userId: number): string => `webhook:${userId}`;

export const ENCRYPTED_WEBHOOK_SECRETS: EncryptedColumn = {
  what: 'webhook secrets',
  table: 'webhook',
  column: 'secret_encrypted',
  key: ['id'],
  reads: ['user_id'],
  context: ({ user_id: userId }) => webhookContext(Number(userId)),
};
