/** Fifty buyers share twenty connections, on a busy machine for longer than production lets them wait. */
process.env.DATABASE_POOL_WAIT_MS ??= '50000';

export {};
