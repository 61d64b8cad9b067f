import { Injectable } from '@nestjs/common';
import { SessionsRepository } from '../sessions/sessions.repository';
import { addressPrefix } from './address-prefix';
import { AttemptLimiter } from './attempt-limiter';
import { SIGN_IN_ANYWHERE, SIGN_IN_HERE } from './attempt-policy';

/** Slows down guessing at one account's password, without letting strangers lock its owner out. */
@Injectable()
export class SignInLimiter {
  constructor(
    private readonly attempts: AttemptLimiter,
    private readonly sessions: SessionsRepository,
  ) {}

  /** @throws DomainError throttled, whether or not the account exists. */
  async assertOpen(email: string, ip: string): Promise<void> {
    await this.attempts.assertOpen(SIGN_IN_HERE, here(email, ip));
    if (!(await this.isKnownNetwork(email, ip)))
      await this.attempts.assertOpen(SIGN_IN_ANYWHERE, email);
  }

  /** @throws DomainError throttled when other failures of the same moment have closed the account. */
  async countFailure(email: string, ip: string): Promise<void> {
    await this.attempts.count(SIGN_IN_HERE, here(email, ip));
    if (!(await this.isKnownNetwork(email, ip))) await this.attempts.count(SIGN_IN_ANYWHERE, email);
  }

  forgetHere(email: string, ip: string): Promise<void> {
    return this.attempts.forget([SIGN_IN_HERE, here(email, ip)]);
  }

  /** After the owner has proven to read the account's mail. */
  forgetAll(email: string, ip: string): Promise<void> {
    return this.attempts.forget([SIGN_IN_HERE, here(email, ip)], [SIGN_IN_ANYWHERE, email]);
  }

  private async isKnownNetwork(email: string, ip: string): Promise<boolean> {
    const prefix = addressPrefix(ip);
    const known = await this.sessions.recentAddresses(email);
    return known.some((address) => addressPrefix(address) === prefix);
  }
}

const here = (email: string, ip: string): string => `${email}\n${addressPrefix(ip)}`;
