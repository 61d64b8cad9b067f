import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import type { AuditAction } from '../../audit/audit.types';
import type { DomainError } from '../../common/errors/domain-error';
import type { Actor, ClientInfo, SessionActor } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import { UsersService } from '../../users/users.service';
import type { UserAccount } from '../../users/users.types';
import { ApiKeysService } from '../api-keys/api-keys.service';
import { invalidCode, refuse, samePassword, wrongOldPassword } from '../auth.errors';
import { AuthMailService } from '../mail/auth-mail.service';
import {
  AccountRateLimiter,
  withMinResponseTime,
  type Guess,
} from '../rate-limits/account-rate-limiter.service';
import { KnownDeviceCookie } from '../rate-limits/known-device.cookie';
import {
  LOGIN_GUESSES,
  PASSWORD_CONFIRMATION,
  RESET_CODE_GUESSES,
  RESET_CODE_MAIL,
} from '../rate-limits/rate-limit.policies';
import { SecurityEventAuditor } from '../security-events/security-event-auditor.service';
import { SessionsService } from '../sessions/sessions.service';
import { OneTimeCodesService } from './one-time-codes.service';
import { PasswordPolicy } from './password-policy.service';
import type {
  ChangePasswordDto,
  ResetCodeDto,
  ResetPasswordDto,
  SetPasswordDto,
} from './password.dto';
import { PasswordService } from './password.service';

/**
 * Confirms and changes the password of a signed-in user, and resets it by a mailed code. Responses to a reset do not
 * reveal whether an account exists.
 */
@Injectable()
export class PasswordChangeService {
  constructor(
    private readonly users: UsersService,
    private readonly codes: OneTimeCodesService,
    private readonly passwords: PasswordService,
    private readonly policy: PasswordPolicy,
    private readonly sessions: SessionsService,
    private readonly apiKeys: ApiKeysService,
    private readonly mail: AuthMailService,
    private readonly limiter: AccountRateLimiter,
    private readonly devices: KnownDeviceCookie,
    private readonly events: SecurityEventAuditor,
    private readonly audit: AuditService,
    private readonly uow: UnitOfWork,
  ) {}

  /**
   * Re-authenticates a logged-in user by the password.
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

  /**
   * Replaces the actor's password, ends the other sessions and notifies the owner by mail.
   * @throws DomainError with errors.old_password or errors.new_password; throttled.
   */
  async change(actor: Actor, { old_password, new_password }: ChangePasswordDto): Promise<void> {
    await this.policy.assertAcceptable('new_password', new_password, actor);
    const stored = await this.confirm(actor, old_password, wrongOldPassword);
    const isSame = await this.passwords.matches(stored, new_password);
    const newHash = await this.passwords.hash(new_password);
    await this.uow.run(async () => {
      const user = await this.users.lock(actor.userId);
      if (!user) throw refuse('UNAUTHENTICATED');
      if (user.passwordHash !== stored) throw wrongOldPassword();
      if (user.firstPasswordExpiresAt && isSame) throw samePassword('new_password');
      await this.store(user, newHash, actor, 'auth.password_changed', 'Changed their password');
    });
  }

  /**
   * Sets the password of an account that has none, ends the other sessions and notifies the owner by mail.
   * @throws DomainError REAUTHENTICATION_REQUIRED, PASSWORD_EXISTS, or with errors.new_password.
   */
  async setFirst(actor: SessionActor, { new_password }: SetPasswordDto): Promise<void> {
    this.sessions.assertRecent(actor);
    await this.policy.assertAcceptable('new_password', new_password, actor);
    const hash = await this.passwords.hash(new_password);
    await this.uow.run(async () => {
      const user = await this.users.lock(actor.userId);
      if (!user) throw refuse('UNAUTHENTICATED');
      if (user.passwordHash !== null) throw refuse('PASSWORD_EXISTS');
      await this.store(user, hash, actor, 'auth.password_set', 'Set a password');
    });
  }

  private async store(
    user: UserAccount,
    hash: string,
    actor: Actor,
    action: AuditAction,
    details: string,
  ): Promise<void> {
    await this.users.setPasswordHash(user.id, hash);
    await this.codes.voidAll(user.id, 'reset_password');
    await this.sessions.revokeAll(user.id, actor.sessionId);
    await this.audit.recordOwn(actor, action, `${details}; other sessions were ended`);
    await this.mail.sendPasswordChanged(user);
  }

  /**
   * Mails a reset code, unless one was mailed minutes ago for another network: that one is still valid.
   * @throws DomainError throttled when this network asked too recently, whether or not the account exists.
   */
  async sendCode(email: string, client: ClientInfo): Promise<void> {
    await withMinResponseTime(async () => {
      const isDue = await this.limiter.admitMail(RESET_CODE_MAIL, email, client.ip);
      const user = await this.users.findByEmail(email);
      if (!user || !isDue) return;
      await this.uow.run(async () => {
        await this.users.lock(user.id);
        await this.mail.sendResetCode(user, await this.codes.issue(user, 'reset_password'));
        await this.audit.recordNamed(
          user,
          client,
          'auth.password_reset_requested',
          'Requested a reset code',
        );
      });
    });
  }

  /**
   * @param cookies the request's Cookie header.
   * @throws DomainError INVALID_CODE, also for an unknown address; throttled.
   */
  async checkCode(
    body: ResetCodeDto,
    client: ClientInfo,
    cookies: string | undefined,
  ): Promise<void> {
    await withMinResponseTime(() => this.verifyCode(body, client, cookies));
  }

  /**
   * Sets the new password, ends every session, removes the API keys and list addresses, pauses other access until the owner
   * has reviewed it, and notifies the owner by mail.
   * The code proves access to the mailbox, so the address counts as verified from now on.
   * @throws DomainError INVALID_CODE, or with errors.password when it is too common; throttled.
   */
  async reset(
    body: ResetPasswordDto,
    client: ClientInfo,
    cookies: string | undefined,
  ): Promise<void> {
    const { token, password } = body;
    const guess = this.toGuess(body, client, cookies);
    const user = await withMinResponseTime(() => this.verifyCode(body, client, cookies));
    await this.policy.assertAcceptable('password', password, user);
    if (user.firstPasswordExpiresAt && (await this.passwords.matches(user.passwordHash, password)))
      throw samePassword('password');
    const newHash = await this.passwords.hash(password);
    await this.uow.run(async () => {
      const locked = await this.users.lock(user.id);
      if (!locked || !(await this.codes.redeem(locked, 'reset_password', token)))
        throw invalidCode();
      await this.users.setPasswordHash(user.id, newHash);
      await this.users.markVerified(user.id, user.email);
      await this.sessions.revokeAll(user.id);
      await this.apiKeys.removeAll(user.id);
      await this.codes.voidAll(user.id, 'email_change_current');
      const needsReview = await this.users.beginReview(user.id);
      await this.audit.recordNamed(
        user,
        client,
        'auth.password_reset',
        `Reset their password by a mailed code; all sessions were ended, API keys and list addresses removed${needsReview ? ', other access paused until it is reviewed' : ''}`,
      );
      await this.mail.sendPasswordReset(user, needsReview);
    });
    await this.limiter.resetGuesses(LOGIN_GUESSES, guess);
  }

  /** Each attempt is counted before it runs, so that parallel attempts cannot bypass the limit. */
  private async verifyCode(
    body: ResetCodeDto,
    client: ClientInfo,
    cookies: string | undefined,
  ): Promise<UserAccount> {
    const guess = this.toGuess(body, client, cookies);
    await this.limiter.recordGuess(RESET_CODE_GUESSES, guess);
    const user = await this.users.findByEmail(body.email);
    if (!user || !(await this.codes.verify(user, 'reset_password', body.token))) {
      if (user) await this.events.recordResetCode(user, client);
      throw invalidCode();
    }
    await this.limiter.resetGuesses(RESET_CODE_GUESSES, guess);
    return user;
  }

  private toGuess({ email }: ResetCodeDto, { ip }: ClientInfo, cookies: string | undefined): Guess {
    return { email, ip, device: this.devices.read(cookies, email) };
  }
}
