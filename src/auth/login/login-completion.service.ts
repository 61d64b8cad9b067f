import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { isStaff, type Actor, type ClientInfo } from '../../common/security/actor';
import { Clock } from '../../common/time/clock';
import { AppConfig } from '../../config/app-config';
import { UnitOfWork } from '../../database/unit-of-work';
import { UsersService } from '../../users/users.service';
import type { UserAccount } from '../../users/users.types';
import {
  accountInactive,
  accountSuspended,
  emailNotVerified,
  teamOwnerInactive,
  googleRefused,
  invalidCredentials,
} from '../auth.errors';
import type { LoginResult } from '../auth.types';
import { assertPasswordNotExpired } from '../password/password.service';
import { TwoFactorVerifier, type CodeKind } from '../two-factor/two-factor-verifier.service';
import { SessionsService } from '../sessions/sessions.service';

/** Authentication method, with the two-factor code when given. */
export interface LoginProof {
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

/** The last step of every way to sign in. */
@Injectable()
export class LoginCompletionService {
  constructor(
    private readonly config: AppConfig,
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly twoFactor: TwoFactorVerifier,
    private readonly audit: AuditService,
    private readonly clock: Clock,
    private readonly uow: UnitOfWork,
  ) {}

  /**
   * Starts a session for the authenticated user.
   * @throws DomainError forbidden EMAIL_NOT_VERIFIED, ACCOUNT_SUSPENDED, ACCOUNT_INACTIVE, TEAM_OWNER_INACTIVE,
   * FIRST_PASSWORD_EXPIRED or, with
   * Google, GOOGLE_REFUSED; unauthenticated SECOND_FACTOR_REQUIRED or INVALID_SECOND_FACTOR.
   */
  async complete(
    proven: UserAccount,
    client: ClientInfo,
    { by = 'password', code }: LoginProof = {},
  ): Promise<LoginResult> {
    const { user, token } = await this.uow.run(async () => {
      const current = await this.users.lock(proven.id);
      // A reset that ended all sessions a moment ago must not be survived by this one.
      if (!current || current.passwordHash !== proven.passwordHash) throw invalidCredentials();
      this.assertMayLogIn(current);
      await this.assertOwnerActive(current);
      if (by === 'password') assertPasswordNotExpired(current, this.clock.now());
      if (by === 'Google' && (await this.twoFactor.isRequired(current)))
        throw googleNeedsPassword(current);
      const shown = await this.twoFactor.verifyLogin(current, code);
      const session = await this.sessions.open(current, client);
      await this.audit.record(session.actor, {
        action: 'auth.signed_in',
        target: `user:${current.id}`,
        details: `Signed in with ${by}${shown ? WITH[shown] : ''}`,
      });
      if (shown === 'recovery') await this.recordRecoveryCodeUse(session.actor);
      return { user: current, token: session.token };
    });
    return { account: await this.users.withBalance(user), token };
  }

  private recordRecoveryCodeUse(actor: Actor): Promise<void> {
    return this.audit.record(actor, {
      action: 'auth.recovery_code_used',
      target: `user:${actor.userId}`,
      details: 'Signed in with a recovery code in place of the authenticator app',
    });
  }

  private assertMayLogIn(user: UserAccount): void {
    if (user.status === 'suspended') throw accountSuspended();
    if (user.status === 'inactive') throw accountInactive();
    if (this.config.emailVerification && !user.emailVerifiedAt) throw emailNotVerified();
  }

  /** A session of the member would be refused. */
  private async assertOwnerActive(user: UserAccount): Promise<void> {
    const team = await this.users.findTeam(user);
    if (team && !team.isOwnerActive) throw teamOwnerInactive();
  }
}
