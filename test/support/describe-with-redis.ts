import { redisServerPath } from './redis-path';

/**
 * `describe` for suites that need Redis: skipped in plain sight where there is none, except in CI,
 * where they then fail.
 */
export const describeWithRedis: typeof describe.skip =
  redisServerPath() !== undefined || process.env.CI === 'true' ? describe : describe.skip;
