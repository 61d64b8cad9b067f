import type { SealedColumn } from '../../database/sealed-column';

export const exitContext = (id: number): string => `exit_node:${id}`;

export const SEALED_UPSTREAMS: SealedColumn = {
  what: 'upstreams of exits',
  table: 'exit_node',
  column: 'upstream_url_sealed',
  key: ['id'],
  context: ({ id }) => exitContext(Number(id)),
};
