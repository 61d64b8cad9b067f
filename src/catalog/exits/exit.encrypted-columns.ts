import type { EncryptedColumn } from '../../database/encrypted-column';

export const exitContext = (id: number): string => `exit_node:${id}`;

export const ENCRYPTED_UPSTREAMS: EncryptedColumn = {
  what: 'upstreams of exits',
  table: 'exit_node',
  column: 'upstream_url_encrypted',
  key: ['id'],
  context: ({ id }) => exitContext(Number(id)),
};
