import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { withMessage } from '../../common/http/api.decorators';
import { isStaff, type Actor, type ClientInfo } from '../../common/security/actor';
import { Clock } from '../../common/time/clock';
import { AppConfig } from '../../config/app-config';
import { UnitOfWork } from '../../database/unit-of-work';
import { StaffRolesService } from '../../users/staff-roles.service';
import { UsersService } from '../../users/users.service';
import { toUserData, type UserAccount } from '../../users/users.types';
import {
  codeRequired,
  googleRefused,
  invalidCredentials,
  refuse,
  wrongCode,
  wrongPassword,
} from '../auth.errors';
import { isAllowedFrom } from '../api-keys/parse-ranges';
import { PasswordChangeService } from '../password/password-change.service';
import { PasswordService } from '../password/password.service';
import { AccountRateLimiter } from '../rate-limits/account-rate-limiter.service';
import { LOGIN_GUESSES } from '../rate-limits/rate-limit.policies';
import { SecurityEventAuditor } from '../security-events/security-event-auditor.service';
import { SessionsService } from '../sessions/sessions.service';
import { TwoFactorCodesService, type CodeKind } from '../two-factor/two-factor-codes.service';
import type { LoginData, LoginDto, ReauthenticateDto } from './login.dto';

/** Authentication method, with the two-factor code when given. */
interface LoginProof {
  readonly by?: 'password' | 'Google';
  /** Of the second factor, as it was typed. */
  readonly code?: string;
}

const WITH: Record<CodeKind, string> = { app: ' and a code', recovery: ' and a recovery code' };
const googleNeedsPassword = ({ role }: UserAccount) =>
  googleRefused(
    isStaff(role)
      ? 'This account signs in with its password and a code, at the admin login.'
      : 'This account has two-factor authentication. Sign in with your email, your password and a code.',
  );

/** Starts, renews and ends sessions. */
@Injectable()
export class LoginService {
  constructor(
    private readonly config: AppConfig,
    private readonly users: UsersService,
    private readonly roles: StaffRolesService,
    private readonly passwords: PasswordService,
    private readonly passwordChange: PasswordChangeService,
    private readonly limiter: AccountRateLimiter,
    private readonly twoFactor: TwoFactorCodesService,
    private readonly sessions: SessionsService,
    private readonly events: SecurityEventAuditor,
    private readonly audit: AuditService,
    private readonly clock: Clock,
    private readonly uow: UnitOfWork,
  ) {}

  /**
   * @param device id of the known device that signs in, if it is one.
   * @throws DomainError INVALID_CREDENTIALS, SECOND_FACTOR_REQUIRED or INVALID_SECOND_FACTOR; throttled; only with the
   * right password EMAIL_NOT_VERIFIED, ACCOUNT_SUSPENDED, ACCOUNT_INACTIVE or FIRST_PASSWORD_EXPIRED.
   */
  async login(body: LoginDto, device: string | null, client: ClientInfo): Promise<LoginData> {
    const user = await this.verifyCredentials(body, device, client);
    return withMessage(await this.tryCode(user, client, body.code), 'Login Successful!');
  }

  /** The same for the back office. @throws DomainError also ADMIN_REQUIRED. */
  async adminLogin(body: LoginDto, device: string | null, client: ClientInfo): Promise<LoginData> {
    const user = await this.verifyCredentials(body, device, client);
    if (!isStaff(user.role)) {
      await this.events.recordCustomerAtStaffSignIn(user, client);
      throw refuse('ADMIN_REQUIRED');
    }
    return withMessage(await this.tryCode(user, client, body.code), 'Admin login successful!');
  }

  /**
   * The last step of every way to sign in: starts a session for the authenticated user.
   * @throws DomainError EMAIL_NOT_VERIFIED, ACCOUNT_SUSPENDED, ACCOUNT_INACTIVE, TEAM_OWNER_INACTIVE,
   * STAFF_ADDRESS, FIRST_PASSWORD_EXPIRED, SECOND_FACTOR_REQUIRED, INVALID_SECOND_FACTOR or, with Google, GOOGLE_REFUSED.
   */
  async complete(
    proven: UserAccount,
    client: ClientInfo,
    { by = 'password', code }: LoginProof = {},
  ): Promise<LoginData> {
    const { user, token } = await this.uow.run(async () => {
      const current = await this.users.lock(proven.id);
      // A reset that ended all sessions a moment ago must not be survived by this one.
      if (!current || current.passwordHash !== proven.passwordHash) throw invalidCredentials();
      await this.assertMayLogIn(current, client);
      if (by === 'password') this.assertPasswordNotExpired(current);
      if (by === 'Google' && (await this.twoFactor.isRequired(current.id)))
        throw googleNeedsPassword(current);
      const shown = await this.twoFactor.verifyLogin(current.id, code);
      const session = await this.sessions.open(current, client);
      await this.audit.recordOwn(
        session.actor,
        'auth.signed_in',
        `Signed in with ${by}${shown ? WITH[shown] : ''}`,
      );
      if (shown === 'recovery')
        await this.audit.recordOwn(
          session.actor,
          'auth.recovery_code_used',
          'Signed in with a recovery code in place of the authenticator app',
        );
      return { user: current, token: session.token };
    });
    return { user: toUserData(await this.users.withBalance(user)), token };
  }

  /** Ends the actor's session. */
  async logout(actor: Actor): Promise<void> {
    await this.uow.run(async () => {
      if (!(await this.sessions.revoke(actor.userId, actor.sessionId))) return;
      await this.audit.recordOwn(actor, 'auth.signed_out', 'Signed out');
    });
  }

  /**
   * A sign-in within a session, which puts a new session and token in its place. Refusals never end the session.
   * @throws DomainError with errors.password or errors.code; FIRST_PASSWORD_EXPIRED; throttled.
   */
  async reauthenticate(actor: Actor, { password, code }: ReauthenticateDto): Promise<LoginData> {
    const passwordHash = await this.passwordChange.confirm(actor, password, wrongPassword);
    const user = await this.users.findById(actor.userId);
    if (!user) throw refuse('UNAUTHENTICATED');
    if (!(await this.twoFactor.isRequired(user.id))) return this.renew(actor, passwordHash);
    if (!code) throw codeRequired();
    return this.twoFactor.withRateLimit(user, actor, () => this.renew(actor, passwordHash, code));
  }

  private async renew(
    actor: Actor,
    passwordHash: string | null,
    code?: string,
  ): Promise<LoginData> {
    const { user, token } = await this.uow.run(async () => {
      const locked = await this.users.lock(actor.userId);
      if (!locked || locked.passwordHash !== passwordHash) throw wrongPassword();
      this.assertPasswordNotExpired(locked);
      if (code && !(await this.twoFactor.verifyEnabled(locked.id, code))) throw wrongCode();
      if (!(await this.sessions.revoke(actor.userId, actor.sessionId)))
        throw refuse('UNAUTHENTICATED');
      const session = await this.sessions.open(locked, actor);
      await this.audit.recordOwn(session.actor, 'auth.reauthenticated', 'Confirmed their sign-in');
      return { user: locked, token: session.token };
    });
    const data = { user: toUserData(await this.users.withBalance(user)), token };
    return withMessage(data, 'Your sign-in is confirmed.');
  }

  private async tryCode(user: UserAccount, client: ClientInfo, code?: string): Promise<LoginData> {
    const enter = () => this.complete(user, client, { code });
    const tried = code !== undefined && (await this.twoFactor.isRequired(user.id));
    return tried ? this.twoFactor.withRateLimit(user, client, enter) : enter();
  }

  /** Both the limit and the password are looked at whatever the outcome of the other. */
  private async verifyCredentials(
    { email, password }: LoginDto,
    device: string | null,
    client: ClientInfo,
  ): Promise<UserAccount> {
    const guess = { email, ip: client.ip, device };
    await this.limiter.assertMayGuess(LOGIN_GUESSES, guess);
    const user = await this.users.findByEmail(email);
    const right = await this.passwords.matches(user?.passwordHash ?? null, password);
    if (!user || !right) {
      await this.limiter.recordGuess(LOGIN_GUESSES, guess);
      await this.events.recordFailedSignIn(user, client);
      throw invalidCredentials();
    }
    // Guesses of the same moment may have closed the account while this one was being hashed.
    await this.limiter.assertMayGuess(LOGIN_GUESSES, guess);
    await this.limiter.resetOrigin(LOGIN_GUESSES, guess);
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

  private async assertMayLogIn(user: UserAccount, { ip }: ClientInfo): Promise<void> {
    if (user.status === 'suspended') throw refuse('ACCOUNT_SUSPENDED');
    if (user.status === 'inactive') throw refuse('ACCOUNT_INACTIVE');
    if (this.config.emailVerification && !user.emailVerifiedAt) throw refuse('EMAIL_NOT_VERIFIED');
    if (!isAllowedFrom(await this.roles.findAddresses(user), ip)) throw refuse('STAFF_ADDRESS');
    // A session of the member would be refused.
    const team = await this.users.findTeam(user);
    if (team && !team.isOwnerActive) throw refuse('TEAM_OWNER_INACTIVE');
  }

  private assertPasswordNotExpired({ firstPasswordExpiresAt: end }: UserAccount): void {
    if (end && end <= this.clock.now()) throw refuse('FIRST_PASSWORD_EXPIRED');
  }
}
