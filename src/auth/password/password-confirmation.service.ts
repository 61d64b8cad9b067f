import { Injectable } from '@nestjs/common';
import type { DomainError } from '../../common/errors/domain-error';
import type { Actor } from '../../common/security/actor';
import { UsersService } from '../../users/users.service';
import { PasswordService } from './password.service';
import { AccountRateLimiter } from '../rate-limits/account-rate-limiter.service';
import { PASSWORD_CONFIRMATION } from '../rate-limits/rate-limit.policies';

/** Re-authenticates a logged-in user by the password. */
@Injectable()
export class PasswordConfirmationService {
  constructor(
    private readonly users: UsersService,
    private readonly passwords: PasswordService,
    private readonly limiter: AccountRateLimiter,
  ) {}

  /**
   * @param refusal what to throw for a wrong password.
   * @returns the hash that the password matched.
   * @throws DomainError the refusal, or throttled.
   */
  async confirm(
    actor: Actor,
    password: string,
    refusal: () => DomainError,
  ): Promise<string | null> {
    const subject = String(actor.userId);
    await this.limiter.assertNotBlocked(PASSWORD_CONFIRMATION, subject);
    const user = await this.users.findById(actor.userId);
    const stored = user?.passwordHash ?? null;
    if (!(await this.passwords.matches(stored, password))) {
      await this.limiter.recordAttempt(PASSWORD_CONFIRMATION, subject);
      throw refusal();
    }
    await this.limiter.assertNotBlocked(PASSWORD_CONFIRMATION, subject);
    await this.limiter.reset([PASSWORD_CONFIRMATION, subject]);
    return stored;
  }
}
