/** Fifty concurrent buyers share twenty connections, which on a busy machine takes longer than production allows. */
process.env.DATABASE_POOL_WAIT_MS ??= '50000';

export {};
