import { Injectable, type ExecutionContext } from '@nestjs/common';
import { ThrottlerGuard, type ThrottlerLimitDetail } from '@nestjs/throttler';
import { DomainError } from '../../common/errors/domain-error';

/**
 * The lenient limits: so many calls a minute for a signed-in user, for an anonymous address, and
 * for either on costly routes (see throttler.options.ts). Runs after authentication. Its
 * counters are in Redis when there is one, so that they hold across
 * processes; else in memory, which one process on one machine does not outgrow.
 */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  protected override throwThrottlingException(
    _context: ExecutionContext,
    detail: ThrottlerLimitDetail,
  ): Promise<void> {
    throw new DomainError(
      'throttled',
      'TOO_MANY_REQUESTS',
      'Too many requests. Please wait a moment and try again.',
      undefined,
      Math.max(1, detail.timeToBlockExpire),
    );
  }
}
