import { Injectable } from '@nestjs/common';
import { SessionsRepository } from '../sessions/sessions.repository';
import { LOGIN_PER_ACCOUNT, LOGIN_PER_NETWORK, toNetworkPrefix } from './rate-limit.policies';
import { AccountRateLimiter } from './account-rate-limiter.service';

/** Rate-limits password guesses per account without letting attackers lock out the owner. */
@Injectable()
export class LoginRateLimiter {
  constructor(
    private readonly attempts: AccountRateLimiter,
    private readonly sessions: SessionsRepository,
  ) {}

  /** @throws DomainError throttled, whether or not the account exists. */
  async assertNotBlocked(email: string, ip: string): Promise<void> {
    await this.attempts.assertNotBlocked(LOGIN_PER_NETWORK, toNetworkKey(email, ip));
    if (!(await this.isKnownNetwork(email, ip)))
      await this.attempts.assertNotBlocked(LOGIN_PER_ACCOUNT, email);
  }

  /** @throws DomainError throttled when other failures of the same moment have closed the account. */
  async recordFailure(email: string, ip: string): Promise<void> {
    await this.attempts.recordAttempt(LOGIN_PER_NETWORK, toNetworkKey(email, ip));
    if (!(await this.isKnownNetwork(email, ip)))
      await this.attempts.recordAttempt(LOGIN_PER_ACCOUNT, email);
  }

  resetNetwork(email: string, ip: string): Promise<void> {
    return this.attempts.reset([LOGIN_PER_NETWORK, toNetworkKey(email, ip)]);
  }

  /** Resets the limits after the owner has confirmed a mailed code. */
  resetAll(email: string, ip: string): Promise<void> {
    return this.attempts.reset(
      [LOGIN_PER_NETWORK, toNetworkKey(email, ip)],
      [LOGIN_PER_ACCOUNT, email],
    );
  }

  private async isKnownNetwork(email: string, ip: string): Promise<boolean> {
    const prefix = toNetworkPrefix(ip);
    const known = await this.sessions.recentAddresses(email);
    return known.some((address) => toNetworkPrefix(address) === prefix);
  }
}

const toNetworkKey = (email: string, ip: string): string => `${email}\n${toNetworkPrefix(ip)}`;
