import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import type { ClientInfo } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import { UsersService } from '../../users/users.service';
import type { UserAccount } from '../../users/users.types';
import { AuthMailService } from '../mail/auth-mail.service';
import { invalidCode, samePassword } from '../auth.errors';
import { withMinResponseTime } from '../rate-limits/min-response-time';
import { PasswordPolicy } from './password-policy.service';
import { PasswordService } from './password.service';
import { SecurityEventAuditor } from '../security-events/security-event-auditor.service';
import { ApiKeysService } from '../api-keys/api-keys.service';
import { SessionsService } from '../sessions/sessions.service';
import { GuessRateLimiter, type AttemptOrigin } from '../rate-limits/guess-rate-limiter.service';
import { KnownDeviceCookie } from '../rate-limits/known-device.cookie';
import { AccountRateLimiter } from '../rate-limits/account-rate-limiter.service';
import {
  LOGIN_GUESSES,
  RESET_CODE_GUESSES,
  RESET_CODE_MAIL,
} from '../rate-limits/rate-limit.policies';
import { OneTimeCodesService } from './one-time-codes.service';

export interface PasswordReset {
  /** Lower case. */
  readonly email: string;
  readonly code: string;
  readonly password: string;
}

/** Client of a reset, with its Cookie header. */
export type ResetClient = ClientInfo & { readonly cookies: string | undefined };

/** Password reset by a mailed code. Responses do not reveal whether an account exists. */
@Injectable()
export class PasswordResetService {
  constructor(
    private readonly users: UsersService,
    private readonly codes: OneTimeCodesService,
    private readonly passwords: PasswordService,
    private readonly policy: PasswordPolicy,
    private readonly sessions: SessionsService,
    private readonly apiKeys: ApiKeysService,
    private readonly mail: AuthMailService,
    private readonly mailLimiter: AccountRateLimiter,
    private readonly guessLimiter: GuessRateLimiter,
    private readonly devices: KnownDeviceCookie,
    private readonly events: SecurityEventAuditor,
    private readonly audit: AuditService,
    private readonly uow: UnitOfWork,
  ) {}

  /**
   * Mails a code, unless one was mailed minutes ago for another network: that one is still valid.
   * @throws DomainError throttled when this network asked too recently, whether or not the account exists.
   */
  async sendCode(email: string, client: ClientInfo): Promise<void> {
    await withMinResponseTime(async () => {
      const isDue = await this.mailLimiter.admitMail(RESET_CODE_MAIL, email, client.ip);
      const user = await this.users.findByEmail(email);
      if (!user || !isDue) return;
      await this.uow.run(async () => {
        await this.users.lock(user.id);
        await this.mail.sendResetCode(user, await this.codes.issue(user, 'reset_password'));
        await this.record(user, client, 'auth.password_reset_requested', 'Requested a reset code');
      });
    });
  }

  /** @throws DomainError invalid INVALID_CODE, also for an unknown address; throttled. */
  async checkCode(email: string, code: string, client: ResetClient): Promise<void> {
    await withMinResponseTime(() => this.verifyCode(email, code, client));
  }

  /**
   * Sets the new password, ends every session, removes the API keys and list addresses, pauses other access until the owner
   * has reviewed it, and notifies the owner by mail.
   * The code proves access to the mailbox, so the address counts as verified from now on.
   * @throws DomainError invalid INVALID_CODE, or with errors.password when it is too common; throttled.
   */
  async reset(
    { email, code, password }: PasswordReset,
    { cookies, ...client }: ResetClient,
  ): Promise<void> {
    const origin = this.toOrigin(email, { ...client, cookies });
    const user = await withMinResponseTime(() =>
      this.verifyCode(email, code, { ...client, cookies }),
    );
    await this.policy.assertAcceptable('password', password, user);
    if (user.firstPasswordExpiresAt && (await this.passwords.matches(user.passwordHash, password)))
      throw samePassword('password');
    const newHash = await this.passwords.hash(password);
    await this.uow.run(async () => {
      const locked = await this.users.lock(user.id);
      if (!locked || !(await this.codes.redeem(locked, 'reset_password', code)))
        throw invalidCode();
      await this.users.setPasswordHash(user.id, newHash);
      await this.users.markVerified(user.id, user.email);
      await this.sessions.revokeAll(user.id);
      await this.apiKeys.removeAll(user.id);
      await this.codes.voidAll(user.id, 'email_change_current');
      const needsReview = await this.users.beginReview(user.id);
      await this.record(
        user,
        client,
        'auth.password_reset',
        `Reset their password by a mailed code; all sessions were ended, API keys and list addresses removed${needsReview ? ', other access paused until it is reviewed' : ''}`,
      );
      await this.mail.sendPasswordReset(user, needsReview);
    });
    await this.guessLimiter.resetAll(LOGIN_GUESSES, email, origin);
  }

  /** Each attempt is counted before it runs, so that parallel attempts cannot bypass the limit. */
  private async verifyCode(
    email: string,
    code: string,
    { cookies, ...client }: ResetClient,
  ): Promise<UserAccount> {
    const origin = this.toOrigin(email, { ...client, cookies });
    await this.guessLimiter.recordAttempt(RESET_CODE_GUESSES, email, origin);
    const user = await this.users.findByEmail(email);
    if (!user || !(await this.codes.verify(user, 'reset_password', code))) {
      if (user) await this.events.recordResetCode(user, client);
      throw invalidCode();
    }
    await this.guessLimiter.resetAll(RESET_CODE_GUESSES, email, origin);
    return user;
  }

  private toOrigin(email: string, { ip, cookies }: ResetClient): AttemptOrigin {
    return { ip, device: this.devices.read(cookies, email) };
  }

  private record(
    user: UserAccount,
    client: ClientInfo,
    action: 'auth.password_reset_requested' | 'auth.password_reset',
    details: string,
  ): Promise<void> {
    const subject = { ...client, userId: user.id, name: user.name, role: user.role };
    return this.audit.record(subject, { action, target: `user:${user.id}`, details });
  }
}
