import type { ErrorKind } from './domain-error';

export const ERROR_STATUS: Record<ErrorKind, number> = {
  malformed: 400,
  unauthenticated: 401,
  insufficient_balance: 402,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  invalid: 422,
  throttled: 429,
  upstream_failed: 502,
  unavailable: 503,
};
