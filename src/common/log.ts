import { stdSerializers, destination, transport, type DestinationStream } from 'pino';

/** Properties of PostgreSQL and TypeORM errors that hold values of rows and parameters. */
const SENSITIVE = ['parameters', 'detail', 'where', 'driverError'];

/**
 * Serializes an error for the log: with its stack and codes, without personal data.
 * @param error an Error, or one that pino has serialized already.
 */
export function describeError<T>(error: T): T | Record<string, unknown> {
  const serialized: object | T = error instanceof Error ? stdSerializers.err(error) : error;
  if (typeof serialized !== 'object' || serialized === null) return serialized;
  return removeSensitive(serialized);
}

/** Also from the errors of an AggregateError and from errors that are properties of another. */
function removeSensitive(value: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !SENSITIVE.includes(name))
      .map(([name, inner]: [string, unknown]) => [name, withoutSensitive(inner)]),
  );
}

function withoutSensitive(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSensitive);
  const isError = typeof value === 'object' && value !== null && 'stack' in value;
  return isError
    ? removeSensitive(value instanceof Error ? stdSerializers.err(value) : value)
    : value;
}

/**
 * Standard output for pino, written line by line. Pino's own is buffered, and sonic-boom 4.2 writes the rest when the
 * process exits: where nobody reads it any more, that is repeated without end, and the process stays.
 * @param isPretty for people instead of machines
 */
export const openLogDestination = (isPretty: boolean): DestinationStream =>
  isPretty ? transport({ target: 'pino-pretty' }) : destination({ sync: true });
