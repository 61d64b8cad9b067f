import { QueryFailedError } from 'typeorm';

interface PgError {
  code?: string;
  constraint?: string;
}

const pgError = (error: unknown): PgError | undefined =>
  error instanceof QueryFailedError ? (error.driverError as PgError) : undefined;

/** Serialization failure or deadlock: the whole unit of work may be retried. */
export const isRetriable = (error: unknown): boolean =>
  ['40001', '40P01'].includes(pgError(error)?.code ?? '');

/** @param constraint name of the violated unique constraint; any when omitted. */
export const isUniqueViolation = (error: unknown, constraint?: string): boolean => {
  const cause = pgError(error);
  return cause?.code === '23505' && (constraint === undefined || cause.constraint === constraint);
};
