import type { EncryptedColumn } from '../../database/encrypted-column';

export const unitContext = (id: number): string => `stock_unit:${id}`;

export const ENCRYPTED_UNITS: EncryptedColumn = {
  what: 'upstreams of units of stock',
  table: 'stock_unit',
  column: 'upstream_url_encrypted',
  key: ['id'],
  context: ({ id }) => unitContext(Number(id)),
};
