import { Injectable, type ExecutionContext } from '@nestjs/common';
import {
  ThrottlerGuard,
  type ThrottlerLimitDetail,
  normalizeIp,
  type ThrottlerModuleOptions,
  type ThrottlerStorage,
} from '@nestjs/throttler';
import { DomainError } from '../../common/errors/domain-error';
import { RATE_LIMIT_KEY, type RateLimitOptions } from '../../common/http/api.decorators';
import type { AuthenticatedRequest } from '../../common/security/access.decorators';
import { getPersonId } from '../../common/security/actor';
import { MINUTE } from '../../common/time/clock';

/**
 * The lenient limits: so many calls a minute for a signed-in user, for an anonymous address, and
 * for either on costly routes. Runs after authentication. Its
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

/** Calls per minute and user over all sessions; bursts are allowed. */
export const CALLS_PER_USER = 600;
/** Calls per minute with all API keys of a user; one key has the limit of a user. */
export const CALLS_OF_ALL_KEYS = 1200;
/** Anonymous calls per minute and IP address. */
export const CALLS_PER_ADDRESS = 3000;

const IPV6_PREFIX = 64;

const getRequest = (context: ExecutionContext): AuthenticatedRequest =>
  context.switchToHttp().getRequest<AuthenticatedRequest>();

const getAddress = (context: ExecutionContext): string =>
  normalizeIp(getRequest(context).ip, IPV6_PREFIX);

const getRateLimit = (context: ExecutionContext): RateLimitOptions | undefined =>
  Reflect.getMetadata(RATE_LIMIT_KEY, context.getHandler());

/** @param storage where the counters are; in memory when left out. */
export const createThrottlerOptions = (storage?: ThrottlerStorage): ThrottlerModuleOptions => ({
  storage,
  setHeaders: false,
  throttlers: [
    {
      name: 'caller',
      ttl: MINUTE,
      limit: (context) => (getRequest(context).user ? CALLS_PER_USER : CALLS_PER_ADDRESS),
      generateKey: (context) => {
        const { user } = getRequest(context);
        if (user?.apiKey) return `key:${user.apiKey.id}`;
        return user ? `user:${getPersonId(user)}` : `address:${getAddress(context)}`;
      },
    },
    {
      name: 'keys',
      ttl: MINUTE,
      limit: CALLS_OF_ALL_KEYS,
      skipIf: (context) => getRequest(context).user?.apiKey === undefined,
      generateKey: (context) => `keys:${getRequest(context).user!.userId}`,
    },
    {
      name: 'route',
      ttl: (context) => getRateLimit(context)!.windowMs,
      limit: (context) => getRateLimit(context)!.limit,
      skipIf: (context) => {
        const options = getRateLimit(context);
        if (!options?.field) return options === undefined;
        const body = getRequest(context).body as Record<string, unknown> | null | undefined;
        return body?.[options.field] === undefined;
      },
      // An office shares an address: who is signed in does not use up the limit of the others.
      generateKey: (context) => {
        const { user } = getRequest(context);
        const caller = user ? `user:${getPersonId(user)}` : getAddress(context);
        return `${getRateLimit(context)!.group}:${caller}`;
      },
    },
  ],
});
