/** How long a query waits for a connection, in milliseconds. Read when a pool is made; tests wait longer. */
export const POOL_PATIENCE = { ms: 10_000 };
