import type { ClientBase } from 'pg';

/**
 * Between being handed out by a pool and being used, nobody listens to a connection. One that breaks
 * right then would end the process; so it is marked as broken, and its first query tells.
 */
export const surviveWithoutOwner = (client: ClientBase): void => {
  client.on('error', () => undefined);
};
