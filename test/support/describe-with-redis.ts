import { redisServerPath } from './redis-path';

/**
 * `describe` for suites that need Redis: reported as skipped where redis-server is missing, except in CI,
 * where they fail.
 */
export const describeWithRedis: typeof describe.skip =
  redisServerPath() !== undefined || process.env.CI === 'true' ? describe : describe.skip;
