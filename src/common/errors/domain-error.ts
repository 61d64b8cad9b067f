import type { SecurityEventName } from '../security/security-event-log.service';

/** Kind of error, independent of HTTP. The error filter maps every kind to one status. */
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

/** Field name → messages; for `insufficient_balance` whole-naira numbers, for some conflicts the rows in the way. */
export type ErrorDetails = Record<
  string,
  readonly string[] | number | readonly Readonly<Record<string, string | number>>[]
>;

/**
 * An expected error. Services throw it, the error filter renders it.
 * @property code stable SNAKE_CASE word that clients may branch on.
 * @property message a sentence to show to the user.
 */
export class DomainError extends Error {
  override name = 'DomainError';
  /** Set for refusals that are counted and logged as a security event besides those with 403 and 429. */
  securityEvent?: SecurityEventName;

  constructor(
    readonly kind: ErrorKind,
    readonly code: string,
    message: string,
    readonly details?: ErrorDetails,
    /** Seconds after which to retry a throttled or unavailable request. */
    readonly retryAfter?: number,
  ) {
    super(message);
  }

  asSecurityEvent(name: SecurityEventName): this {
    this.securityEvent = name;
    return this;
  }
}

/** Refusals without parameters: kind → code → message. */
type RefusalTable = { readonly [kind in ErrorKind]?: Readonly<Record<string, string>> };
type CodeOf<T> = { [K in keyof T]: keyof T[K] }[keyof T];

/** @returns a function that makes the error of a code, for the `x.errors.ts` of a module. */
export function refusalsOf<T extends RefusalTable>(table: T) {
  const kinds = Object.entries(table) as [ErrorKind, Record<string, string>][];
  return (code: CodeOf<T> & string): DomainError => {
    const [kind, messages] = kinds.find(([, known]) => code in known)!;
    return new DomainError(kind, code, messages[code]!);
  };
}

/** Validation errors of input fields, rendered as 422 with `errors`. */
export const invalidFields = (errors: Record<string, string[]>): DomainError =>
  new DomainError(
    'invalid',
    'VALIDATION_FAILED',
    Object.values(errors)[0]?.[0] ?? 'Invalid input',
    errors,
  );

/** Answers a repeated `Idempotency-Key` whose first request asked for something else. */
export const idempotencyKeyReused = (): DomainError =>
  new DomainError(
    'conflict',
    'IDEMPOTENCY_KEY_REUSED',
    'This Idempotency-Key was used with another request. Nothing was done; send a new key.',
  );
