import type { EncryptedColumn } from '../../database/encrypted-column';

export const twoFactorContext = (userId: number): string => `second-factor:${userId}`;

export const ENCRYPTED_FACTORS: EncryptedColumn = {
  what: 'second factors',
  table: 'two_factor',
  column: 'secret_encrypted',
  key: ['user_id'],
  context: ({ user_id: userId }) => twoFactorContext(Number(userId)),
  // Only hashes of recovery codes are kept, which the new key never matches: none should count as left.
  afterRotation: (manager, rows) =>
    manager.query('DELETE FROM recovery_code WHERE user_id = ANY($1)', [
      rows.map(({ user_id: userId }) => userId),
    ]),
};
