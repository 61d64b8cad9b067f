import { Injectable } from '@nestjs/common';
import type { DomainError } from '../../common/errors/domain-error';
import type { Actor } from '../../common/security/actor';
import { UsersService } from '../../users/users.service';
import { PasswordsService } from '../passwords.service';
import { AttemptLimiter } from '../throttling/attempt-limiter';
import { OLD_PASSWORD } from '../throttling/attempt-policy';

/** Has somebody who is signed in prove once more that they are who they are. */
@Injectable()
export class PasswordProof {
  constructor(
    private readonly users: UsersService,
    private readonly passwords: PasswordsService,
    private readonly limiter: AttemptLimiter,
  ) {}

  /**
   * @param refusal what to throw for a wrong password.
   * @returns the hash that the password matched.
   * @throws DomainError the refusal, or throttled.
   */
  async of(actor: Actor, password: string, refusal: () => DomainError): Promise<string | null> {
    const subject = String(actor.userId);
    await this.limiter.assertOpen(OLD_PASSWORD, subject);
    const user = await this.users.findById(actor.userId);
    const stored = user?.passwordHash ?? null;
    if (!(await this.passwords.matches(stored, password))) {
      await this.limiter.count(OLD_PASSWORD, subject);
      throw refusal();
    }
    await this.limiter.assertOpen(OLD_PASSWORD, subject);
    await this.limiter.forget([OLD_PASSWORD, subject]);
    return stored;
  }
}
