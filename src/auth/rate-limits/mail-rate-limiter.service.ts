import { Injectable } from '@nestjs/common';
import { AccountRateLimiter } from './account-rate-limiter.service';
import { toNetworkPrefix, type MailPolicies } from './rate-limit.policies';

/** Limits how often anybody can have a code or link mailed to an address. */
@Injectable()
export class MailRateLimiter {
  constructor(private readonly attempts: AccountRateLimiter) {}

  /**
   * Counts a request for a mail.
   * @returns whether to send one. False while one that was sent to the address minutes ago for
   * another network is still good: the owner is served by that one, so that requests of strangers
   * neither deny nor flood.
   * @throws DomainError throttled when this network asked too recently, whether or not there is an
   * account.
   */
  async admit(
    { perNetwork, perAccount }: MailPolicies,
    email: string,
    ip: string,
  ): Promise<boolean> {
    await this.attempts.recordAttempt(perNetwork, `${email}\n${toNetworkPrefix(ip)}`);
    return this.attempts.tryAttempt(perAccount, email);
  }
}
