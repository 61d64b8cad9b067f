import { Any } from 'typeorm';
import type { EncryptedColumn } from '../../database/encrypted-column';
import { RecoveryCode } from './recovery-code.entity';

export const twoFactorContext = (userId: number): string => `second-factor:${userId}`;

export const ENCRYPTED_FACTORS: EncryptedColumn = {
  what: 'second factors',
  table: 'two_factor',
  column: 'secret_encrypted',
  key: ['user_id'],
  context: ({ user_id: userId }) => twoFactorContext(Number(userId)),
  // Only hashes of recovery codes are kept, which the new key never matches: none should count as left.
  afterRotation: (manager, rows) =>
    manager.delete(RecoveryCode, {
      userId: Any(rows.map(({ user_id: userId }) => Number(userId))),
    }),
};
