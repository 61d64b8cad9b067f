// A connection costs 30 to 50 ms of processor time, and five concurrent transactions already race.
process.env.DATABASE_POOL_MAX ??= '5';
// Fifty concurrent buyers share them, which on a busy machine takes longer than production allows.
process.env.DATABASE_POOL_WAIT_MS ??= '50000';

export {};
