import { Injectable } from '@nestjs/common';
import { SessionsRepository } from '../sessions/sessions.repository';
import { toNetworkPrefix } from './network-prefix';
import { AccountRateLimiter } from './account-rate-limiter.service';
import { LOGIN_PER_ACCOUNT, LOGIN_PER_NETWORK } from './rate-limit.policies';

/** Slows down guessing at one account's password, without letting strangers lock its owner out. */
@Injectable()
export class LoginRateLimiter {
  constructor(
    private readonly attempts: AccountRateLimiter,
    private readonly sessions: SessionsRepository,
  ) {}

  /** @throws DomainError throttled, whether or not the account exists. */
  async assertOpen(email: string, ip: string): Promise<void> {
    await this.attempts.assertOpen(LOGIN_PER_NETWORK, here(email, ip));
    if (!(await this.isKnownNetwork(email, ip)))
      await this.attempts.assertOpen(LOGIN_PER_ACCOUNT, email);
  }

  /** @throws DomainError throttled when other failures of the same moment have closed the account. */
  async countFailure(email: string, ip: string): Promise<void> {
    await this.attempts.count(LOGIN_PER_NETWORK, here(email, ip));
    if (!(await this.isKnownNetwork(email, ip)))
      await this.attempts.count(LOGIN_PER_ACCOUNT, email);
  }

  forgetHere(email: string, ip: string): Promise<void> {
    return this.attempts.forget([LOGIN_PER_NETWORK, here(email, ip)]);
  }

  /** After the owner has proven to read the account's mail. */
  forgetAll(email: string, ip: string): Promise<void> {
    return this.attempts.forget([LOGIN_PER_NETWORK, here(email, ip)], [LOGIN_PER_ACCOUNT, email]);
  }

  private async isKnownNetwork(email: string, ip: string): Promise<boolean> {
    const prefix = toNetworkPrefix(ip);
    const known = await this.sessions.recentAddresses(email);
    return known.some((address) => toNetworkPrefix(address) === prefix);
  }
}

const here = (email: string, ip: string): string => `${email}\n${toNetworkPrefix(ip)}`;
