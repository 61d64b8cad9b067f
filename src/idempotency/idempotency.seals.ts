import type { SealedColumn } from '../database/sealed-column';

export const answerContext = (userId: number, key: string): string =>
  `idempotency:${userId}:${key}`;

export const SEALED_ANSWERS: SealedColumn = {
  what: 'kept answers',
  table: 'idempotency_record',
  column: 'body',
  key: ['user_id', 'key'],
  context: ({ user_id: userId, key }) => answerContext(Number(userId), String(key)),
};
