import { Injectable } from '@nestjs/common';
import { SessionsRepository } from '../sessions/sessions.repository';
import { AccountRateLimiter } from './account-rate-limiter.service';
import { toNetworkPrefix, type GuessPolicies } from './rate-limit.policies';

/** Where an attempt on an account comes from. */
export interface AttemptOrigin {
  readonly ip: string;
  /** Id in a valid cookie of a device that has signed in to this account; null without one. */
  readonly device: string | null;
}

/**
 * Rate-limits guesses at the password or a mailed code of one account without letting attackers
 * lock out the owner: each network and each known device has its own counter, and the counter of all
 * networks together does not apply to known devices and to networks of recent sign-ins.
 * @see https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies
 */
@Injectable()
export class GuessRateLimiter {
  constructor(
    private readonly attempts: AccountRateLimiter,
    private readonly sessions: SessionsRepository,
  ) {}

  /** @throws DomainError throttled, whether or not the account exists. */
  async assertNotBlocked(
    { perOrigin, perAccount }: GuessPolicies,
    email: string,
    origin: AttemptOrigin,
  ): Promise<void> {
    await this.attempts.assertNotBlocked(perOrigin, toOriginKey(email, origin));
    if (!(await this.isKnown(email, origin)))
      await this.attempts.assertNotBlocked(perAccount, email);
  }

  /** @throws DomainError throttled when other attempts of the same moment have used up the limit. */
  async recordAttempt(
    { perOrigin, perAccount }: GuessPolicies,
    email: string,
    origin: AttemptOrigin,
  ): Promise<void> {
    await this.attempts.recordAttempt(perOrigin, toOriginKey(email, origin));
    if (!(await this.isKnown(email, origin))) await this.attempts.recordAttempt(perAccount, email);
  }

  resetOrigin({ perOrigin }: GuessPolicies, email: string, origin: AttemptOrigin): Promise<void> {
    return this.attempts.reset([perOrigin, toOriginKey(email, origin)]);
  }

  /** Resets the limits after the owner has shown a mailed code. */
  resetAll(
    { perOrigin, perAccount }: GuessPolicies,
    email: string,
    origin: AttemptOrigin,
  ): Promise<void> {
    return this.attempts.reset([perOrigin, toOriginKey(email, origin)], [perAccount, email]);
  }

  private async isKnown(email: string, { ip, device }: AttemptOrigin): Promise<boolean> {
    if (device !== null) return true;
    const prefix = toNetworkPrefix(ip);
    const known = await this.sessions.recentAddresses(email);
    return known.some((address) => toNetworkPrefix(address) === prefix);
  }
}

const toOriginKey = (email: string, { ip, device }: AttemptOrigin): string =>
  `${email}\n${device === null ? toNetworkPrefix(ip) : `device ${device}`}`;
