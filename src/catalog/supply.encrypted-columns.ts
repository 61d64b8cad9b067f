import type { EncryptedColumn } from '../database/encrypted-column';

export const networkContext = (id: number): string => `supply_network:${id}`;

export const ENCRYPTED_NETWORKS: EncryptedColumn = {
  what: 'passwords of networks',
  table: 'supply_network',
  column: 'password_encrypted',
  key: ['id'],
  context: ({ id }) => networkContext(Number(id)),
};
