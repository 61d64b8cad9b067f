import { DomainError } from './domain-error';

/** Answers a repeated `Idempotency-Key` whose first request asked for something else. */
export const idempotencyKeyReused = (): DomainError =>
  new DomainError(
    'conflict',
    'IDEMPOTENCY_KEY_REUSED',
    'This Idempotency-Key was used with another request. Nothing was done; send a new key.',
  );
