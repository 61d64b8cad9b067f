import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { isStaff, type Actor, type ClientInfo } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import { UsersService } from '../../users/users.service';
import type { UserAccount } from '../../users/users.types';
import { LoginCompletionService } from './login-completion.service';
import { adminRequired, invalidCredentials } from '../auth.errors';
import type { LoginResult } from '../auth.types';
import { PasswordService } from '../password/password.service';
import { TwoFactorVerifier } from '../two-factor/two-factor-verifier.service';
import { SessionsService } from '../sessions/sessions.service';
import { SecurityEventAuditor } from '../security-events/security-event-auditor.service';
import { GuessRateLimiter } from '../rate-limits/guess-rate-limiter.service';
import { LOGIN_GUESSES } from '../rate-limits/rate-limit.policies';

export interface Credentials {
  /** Lower case. */
  readonly email: string;
  readonly password: string;
  /** Of the second factor; looked at only where there is one. */
  readonly code?: string;
  /** Id of the known device that signs in, if it is one. */
  readonly device: string | null;
}

@Injectable()
export class LoginService {
  constructor(
    private readonly users: UsersService,
    private readonly passwords: PasswordService,
    private readonly loginCompletion: LoginCompletionService,
    private readonly limiter: GuessRateLimiter,
    private readonly twoFactor: TwoFactorVerifier,
    private readonly sessions: SessionsService,
    private readonly events: SecurityEventAuditor,
    private readonly audit: AuditService,
    private readonly uow: UnitOfWork,
  ) {}

  /**
   * @throws DomainError unauthenticated INVALID_CREDENTIALS, SECOND_FACTOR_REQUIRED or
   * INVALID_SECOND_FACTOR; forbidden EMAIL_NOT_VERIFIED,
   * ACCOUNT_SUSPENDED, ACCOUNT_INACTIVE or FIRST_PASSWORD_EXPIRED, only with the right password; throttled.
   */
  async login(credentials: Credentials, client: ClientInfo): Promise<LoginResult> {
    return this.complete(
      await this.verifyCredentials(credentials, client),
      client,
      credentials.code,
    );
  }

  /** The same for the back office. @throws DomainError also forbidden ADMIN_REQUIRED. */
  async adminLogin(credentials: Credentials, client: ClientInfo): Promise<LoginResult> {
    const user = await this.verifyCredentials(credentials, client);
    if (!isStaff(user.role)) {
      await this.events.recordCustomerAtStaffSignIn(user, client);
      throw adminRequired();
    }
    return this.complete(user, client, credentials.code);
  }

  /** Ends the actor's session. */
  async logout(actor: Actor): Promise<void> {
    await this.uow.run(async () => {
      if (!(await this.sessions.revoke(actor.userId, actor.sessionId))) return;
      await this.audit.record(actor, {
        action: 'auth.signed_out',
        target: `user:${actor.userId}`,
        details: 'Signed out',
      });
    });
  }

  private async complete(
    user: UserAccount,
    client: ClientInfo,
    code?: string,
  ): Promise<LoginResult> {
    const enter = () => this.loginCompletion.complete(user, client, { code });
    const tried = code !== undefined && (await this.twoFactor.isRequired(user));
    return tried ? this.twoFactor.withRateLimit(user, client, enter) : enter();
  }

  /** Both the limit and the password are looked at whatever the outcome of the other. */
  private async verifyCredentials(
    { email, password, device }: Credentials,
    client: ClientInfo,
  ): Promise<UserAccount> {
    const origin = { ip: client.ip, device };
    await this.limiter.assertNotBlocked(LOGIN_GUESSES, email, origin);
    const user = await this.users.findByEmail(email);
    const right = await this.passwords.matches(user?.passwordHash ?? null, password);
    if (!user || !right) {
      await this.limiter.recordAttempt(LOGIN_GUESSES, email, origin);
      await this.events.recordFailedSignIn(user, client);
      throw invalidCredentials();
    }
    // Guesses of the same moment may have closed the account while this one was being hashed.
    await this.limiter.assertNotBlocked(LOGIN_GUESSES, email, origin);
    await this.limiter.resetOrigin(LOGIN_GUESSES, email, origin);
    return this.passwords.isOutdated(user.passwordHash!) ? this.rehash(user, password) : user;
  }

  /** Another login of the same moment may have rehashed the password, or its owner changed it. */
  private async rehash(user: UserAccount, password: string): Promise<UserAccount> {
    const renewed = await this.passwords.hash(password);
    if (await this.users.upgradePasswordHash(user.id, user.passwordHash!, renewed))
      return { ...user, passwordHash: renewed };
    const current = await this.users.findById(user.id);
    if (!current || !(await this.passwords.matches(current.passwordHash, password)))
      throw invalidCredentials();
    return current;
  }
}
