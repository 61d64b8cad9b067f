/** Why something was refused, independent of HTTP. `error-status.ts` maps every kind to one status. */
export type ErrorKind =
  | 'malformed'
  | 'unauthenticated'
  | 'insufficient_balance'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'too_large'
  | 'invalid'
  | 'throttled'
  | 'upstream_failed'
  | 'unavailable';

/** Field name → messages; for `insufficient_balance` whole-naira numbers instead. */
export type ErrorDetails = Record<string, string[] | number>;

/**
 * An expected refusal. Services throw it, one filter renders it.
 * @property code stable SNAKE_CASE word that clients may branch on.
 * @property message a sentence fit to be shown to the person who asked.
 */
export class DomainError extends Error {
  override name = 'DomainError';
  constructor(
    readonly kind: ErrorKind,
    readonly code: string,
    message: string,
    readonly details?: ErrorDetails,
    /** Seconds after which a throttled or unavailable call is worth repeating. */
    readonly retryAfter?: number,
  ) {
    super(message);
  }
}

/** A refusal that belongs to input fields: rendered as 422 with `errors`. */
export const invalidFields = (errors: Record<string, string[]>): DomainError =>
  new DomainError(
    'invalid',
    'VALIDATION_FAILED',
    Object.values(errors)[0]?.[0] ?? 'Invalid input',
    errors,
  );
