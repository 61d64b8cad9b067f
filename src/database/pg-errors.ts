import {
  QueryFailedError,
  QueryRunnerAlreadyReleasedError,
  QueryRunnerProviderAlreadyReleasedError,
} from 'typeorm';
import { isPlanOutdated } from './prepared-statement';

interface PgError {
  code?: string;
  constraint?: string;
}

const pgError = (error: unknown): PgError | undefined =>
  error instanceof QueryFailedError ? (error.driverError as PgError) : undefined;

/** Serialization failure, deadlock or a plan from before a migration: the whole unit of work may be retried. */
export const isRetriable = (error: unknown): boolean => {
  const cause = pgError(error);
  return ['40001', '40P01'].includes(cause?.code ?? '') || (!!cause && isPlanOutdated(cause));
};

/** @param constraint name of the violated unique constraint; any when omitted. */
export const isUniqueViolation = (error: unknown, constraint?: string): boolean => {
  const cause = pgError(error);
  return cause?.code === '23505' && (constraint === undefined || cause.constraint === constraint);
};

/** A row that another one refers to was to be removed, or refers to one that is not there. */
export const isForeignKeyViolation = (error: unknown): boolean => pgError(error)?.code === '23503';

/** TypeORM releases the runner of a transaction whose connection is lost; its next query finds that. */
const RELEASED = [QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError];

/** SQLSTATE classes and codes of a server that is away, restarting, frozen or overloaded. */
const UNAVAILABLE_SQLSTATE = /^(08...|25006|25P03|40001|40P01|53300|53400|55P03|57014|57P0[1-5])$/;
/** Error codes of the socket. */
const UNAVAILABLE_SOCKET =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;
/** Errors of pg and its pool that have no code. */
const UNAVAILABLE_MESSAGE =
  /^(timeout exceeded when trying to connect|Connection terminated|Client (was closed|has encountered a connection error) and is not queryable|Query read timeout|Cannot use a pool after calling end)/;

/**
 * Whether the error comes of PostgreSQL being away, frozen or busy, so that the same request may succeed
 * later. Whether a COMMIT that failed like this took effect is unknown.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, driverError, message } = error as Partial<
    Record<'code' | 'driverError' | 'message', unknown>
  >;
  if (error instanceof QueryFailedError) return isDatabaseUnavailable(driverError);
  if (RELEASED.some((type) => error instanceof type)) return true;
  // A host name with several addresses: one error for each.
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  if (typeof code === 'string')
    return UNAVAILABLE_SQLSTATE.test(code) || UNAVAILABLE_SOCKET.test(code);
  return typeof message === 'string' && UNAVAILABLE_MESSAGE.test(message);
}
