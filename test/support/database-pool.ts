// A connection costs about 10 ms of processor time; eight concurrent transactions are enough to race.
process.env.DATABASE_POOL_MAX ??= '8';
// Fifty concurrent buyers share them, which on a busy machine takes longer than production allows.
process.env.DATABASE_POOL_WAIT_MS ??= '50000';
// No test waits for a deadline of the product unless it is about that one, and sets it.
process.env.DATABASE_STATEMENT_TIMEOUT_MS ??= '50000';
process.env.DATABASE_LOCK_TIMEOUT_MS ??= '40000';

export {};
