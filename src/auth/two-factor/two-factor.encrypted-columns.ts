import { Any, IsNull } from 'typeorm';
import type { EncryptedColumn } from '../../database/key-rotation';
import { RecoveryCode } from './two-factor.entity';

export const twoFactorContext = (userId: number): string => `second-factor:${userId}`;

export const ENCRYPTED_FACTORS: EncryptedColumn = {
  what: 'two-factor secrets',
  table: 'two_factor',
  column: 'secret_encrypted',
  key: ['user_id'],
  context: ({ user_id: userId }) => twoFactorContext(Number(userId)),
  // The new key never matches the keyed hashes of old recovery codes: none should count as left.
  afterRotation: (manager, rows) =>
    manager.delete(RecoveryCode, {
      userId: Any(rows.map(({ user_id: userId }) => Number(userId))),
      lookup: IsNull(),
    }),
};
