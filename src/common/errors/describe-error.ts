import { stdSerializers } from 'pino';

/** What PostgreSQL and TypeORM tell besides what went wrong: the values of rows and parameters. */
const VALUES = ['parameters', 'detail', 'where', 'driverError'];

/**
 * An error as it may stand in a log: with its stack and codes, without anybody's data.
 * @param error an Error, or one that pino has described already.
 */
export function describeError(error: unknown): unknown {
  const told: unknown = stdSerializers.err(error as Error);
  if (typeof told !== 'object' || told === null) return told;
  return Object.fromEntries(Object.entries(told).filter(([name]) => !VALUES.includes(name)));
}
