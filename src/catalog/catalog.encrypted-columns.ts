import type { EncryptedColumn } from '../database/key-rotation';

export const exitContext = (id: number): string => `exit_node:${id}`;

export const ENCRYPTED_UPSTREAMS: EncryptedColumn = {
  what: 'upstreams of exits',
  table: 'exit_node',
  column: 'upstream_url_encrypted',
  key: ['id'],
  context: ({ id }) => exitContext(Number(id)),
};

export const unitContext = (id: number): string => `stock_unit:${id}`;

export const ENCRYPTED_UNITS: EncryptedColumn = {
  what: 'upstreams of units of stock',
  table: 'stock_unit',
  column: 'upstream_url_encrypted',
  key: ['id'],
  context: ({ id }) => unitContext(Number(id)),
};

export const providerContext = (id: number): string => `supply_provider:${id}`;

export const ENCRYPTED_PROVIDERS: EncryptedColumn = {
  what: 'API keys of providers',
  table: 'supply_provider',
  column: 'api_key_encrypted',
  key: ['id'],
  context: ({ id }) => providerContext(Number(id)),
};

export const networkContext = (id: number): string => `supply_network:${id}`;

export const ENCRYPTED_NETWORKS: EncryptedColumn = {
  what: 'passwords of networks',
  table: 'supply_network',
  column: 'password_encrypted',
  key: ['id'],
  context: ({ id }) => networkContext(Number(id)),
};
