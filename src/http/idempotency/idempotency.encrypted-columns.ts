import type { EncryptedColumn } from '../../database/key-rotation';

export const answerContext = (userId: number, key: string): string =>
  `idempotency:${userId}:${key}`;

export const ENCRYPTED_ANSWERS: EncryptedColumn = {
  what: 'kept answers',
  table: 'idempotency_record',
  column: 'body',
  key: ['user_id', 'key'],
  context: ({ user_id: userId, key }) => answerContext(Number(userId), String(key)),
};
