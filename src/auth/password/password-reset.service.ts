import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import type { ClientInfo } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import { UsersService } from '../../users/users.service';
import type { UserAccount } from '../../users/users.types';
import { AuthMailService } from '../mail/auth-mail.service';
import { invalidCode } from '../auth.errors';
import { withMinResponseTime } from '../rate-limits/min-response-time';
import { PasswordService } from './password.service';
import { SessionsService } from '../sessions/sessions.service';
import { AccountRateLimiter } from '../rate-limits/account-rate-limiter.service';
import { RESET_CODE_MAIL } from '../rate-limits/rate-limit.policies';
import { LoginRateLimiter } from '../rate-limits/login-rate-limiter.service';
import { OneTimeCodesService } from './one-time-codes.service';

export interface PasswordReset {
  /** Lower case. */
  readonly email: string;
  readonly code: string;
  readonly password: string;
}

/** Password reset by a mailed code. Responses do not reveal whether an account exists. */
@Injectable()
export class PasswordResetService {
  constructor(
    private readonly users: UsersService,
    private readonly codes: OneTimeCodesService,
    private readonly passwords: PasswordService,
    private readonly sessions: SessionsService,
    private readonly mail: AuthMailService,
    private readonly limiter: AccountRateLimiter,
    private readonly loginLimiter: LoginRateLimiter,
    private readonly audit: AuditService,
    private readonly uow: UnitOfWork,
  ) {}

  /** @throws DomainError throttled within a minute of the last, whether the account exists or not. */
  async sendCode(email: string, client: ClientInfo): Promise<void> {
    await withMinResponseTime(async () => {
      await this.limiter.recordAttempt(RESET_CODE_MAIL, email);
      const user = await this.users.findByEmail(email);
      if (!user) return;
      await this.uow.run(async () => {
        // Two requests at once would each void nothing and leave two live codes.
        await this.users.lock(user.id);
        await this.mail.sendResetCode(user, await this.codes.issue(user, 'reset_password'));
        await this.record(user, client, 'auth.password_reset_requested', 'Asked for a reset code');
      });
    });
  }

  /** @throws DomainError invalid INVALID_CODE, also for an unknown address. */
  async checkCode(email: string, code: string): Promise<void> {
    await withMinResponseTime(() => this.verifyCode(email, code));
  }

  /**
   * Sets the new password, ends every session and notifies the owner by mail. The code
   * proves access to the mailbox, so the address counts as verified from now on.
   * @throws DomainError invalid INVALID_CODE, or with errors.password when it is too common.
   */
  async reset({ email, code, password }: PasswordReset, client: ClientInfo): Promise<void> {
    this.passwords.assertNotGuessable('password', password, [email]);
    const user = await withMinResponseTime(() => this.verifyCode(email, code));
    const newHash = await this.passwords.hash(password);
    await this.uow.run(async () => {
      const locked = await this.users.lock(user.id);
      if (!locked || !(await this.codes.redeem(locked, 'reset_password', code)))
        throw invalidCode();
      await this.users.setPasswordHash(user.id, newHash);
      await this.users.markVerified(user.id, user.email);
      await this.sessions.revokeAll(user.id);
      await this.record(
        user,
        client,
        'auth.password_reset',
        'Reset their password by a mailed code; all sessions were ended',
      );
      await this.mail.sendPasswordChanged(user);
    });
    await this.loginLimiter.resetAll(email, client.ip);
  }

  private async verifyCode(email: string, code: string): Promise<UserAccount> {
    const user = await this.users.findByEmail(email);
    if (!user || !(await this.codes.verify(user, 'reset_password', code))) throw invalidCode();
    return user;
  }

  private record(
    user: UserAccount,
    client: ClientInfo,
    action: 'auth.password_reset_requested' | 'auth.password_reset',
    details: string,
  ): Promise<void> {
    const subject = { ...client, userId: user.id, name: user.name };
    return this.audit.record(subject, { action, target: `user:${user.id}`, details });
  }
}
