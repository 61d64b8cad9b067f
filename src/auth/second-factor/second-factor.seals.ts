import type { SealedColumn } from '../../database/sealed-column';

export const factorContext = (userId: number): string => `second-factor:${userId}`;

export const SEALED_FACTORS: SealedColumn = {
  what: 'second factors',
  table: 'second_factor',
  column: 'secret_sealed',
  key: ['user_id'],
  context: ({ user_id: userId }) => factorContext(Number(userId)),
  // Only hashes of recovery codes are kept, which the new key never matches: none should count as left.
  afterwards: (manager, rows) =>
    manager.query('DELETE FROM recovery_code WHERE user_id = ANY($1)', [
      rows.map(({ user_id: userId }) => userId),
    ]),
};
