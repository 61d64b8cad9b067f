import { redisServerPath } from './redis-path';

const isAvailable = redisServerPath() !== undefined || process.env.CI === 'true';

/**
 * `describe` for suites that need Redis: reported as skipped where redis-server is missing, except in CI,
 * where they fail.
 */
export const describeWithRedis = (name: string, suite: () => void): void =>
  // Looked up with each call: this module is kept from one spec file to the next.
  isAvailable ? describe(name, suite) : describe.skip(name, suite);
