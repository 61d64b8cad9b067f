import { applyDecorators, SetMetadata } from '@nestjs/common';
import { MINUTE } from '../time/clock';
import { ApiErrors } from './api-errors.decorator';

export const RATE_LIMIT_KEY = 'rate-limit';

export interface RateLimitOptions {
  /** Routes of one group share a counter. */
  readonly group: string;
  readonly limit: number;
  readonly windowMs: number;
  /** Only requests whose body has this field count. */
  readonly field?: string;
}

/**
 * Limits the requests of a signed-in person, or those of a network address on public routes. Lenient on sign-in, since
 * offices and mobile carriers put many people behind one address; the strict limits there are per account.
 */
export const RateLimit = (group: string, limit: number, windowMs = MINUTE, field?: string) =>
  applyDecorators(
    SetMetadata(RATE_LIMIT_KEY, { group, limit, windowMs, field } satisfies RateLimitOptions),
    ApiErrors({ 429: 'Too many attempts; `Retry-After` has the seconds to wait.' }),
  );
