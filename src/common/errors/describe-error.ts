import { stdSerializers } from 'pino';

/** What PostgreSQL and TypeORM tell besides what went wrong: the values of rows and parameters. */
const VALUES = ['parameters', 'detail', 'where', 'driverError'];

/**
 * An error as it may stand in a log: with its stack and codes, without anybody's data.
 * @param error an Error, or one that pino has described already.
 */
export function describeError<T>(error: T): T | Record<string, unknown> {
  const told: object | T = error instanceof Error ? stdSerializers.err(error) : error;
  if (typeof told !== 'object' || told === null) return told;
  return Object.fromEntries(Object.entries(told).filter(([name]) => !VALUES.includes(name)));
}
