import { stdSerializers } from 'pino';

/** Properties of PostgreSQL and TypeORM errors that hold values of rows and parameters. */
const SENSITIVE = ['parameters', 'detail', 'where', 'driverError'];

/**
 * Serializes an error for the log: with its stack and codes, without personal data.
 * @param error an Error, or one that pino has serialized already.
 */
export function describeError<T>(error: T): T | Record<string, unknown> {
  const serialized: object | T = error instanceof Error ? stdSerializers.err(error) : error;
  if (typeof serialized !== 'object' || serialized === null) return serialized;
  return Object.fromEntries(
    Object.entries(serialized).filter(([name]) => !SENSITIVE.includes(name)),
  );
}
