import type { ClientBase } from 'pg';

/**
 * A client has no error listener between checkout from the pool and its first query. Without this one, a
 * connection that breaks in that moment would end the process; with it, the first query fails instead.
 */
export const ignoreIdleClientErrors = (client: ClientBase): void => {
  client.on('error', () => undefined);
};
