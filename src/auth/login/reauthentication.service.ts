import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import type { Actor } from '../../common/security/actor';
import { Clock } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { UsersService } from '../../users/users.service';
import type { UserAccount } from '../../users/users.types';
import { codeRequired, unauthenticated, wrongCode, wrongPassword } from '../auth.errors';
import type { LoginResult } from '../auth.types';
import { assertPasswordNotExpired } from '../password/password.service';
import { PasswordConfirmationService } from '../password/password-confirmation.service';
import { SessionsService } from '../sessions/sessions.service';
import { TwoFactorVerifier } from '../two-factor/two-factor-verifier.service';

/** What a signed-in user shows again. */
export interface Reauthentication {
  readonly password: string;
  /** Of the second factor, where the account has one. */
  readonly code?: string;
}

/** A sign-in within a session, which puts a new session and token in its place. */
@Injectable()
export class ReauthenticationService {
  constructor(
    private readonly confirmation: PasswordConfirmationService,
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly twoFactor: TwoFactorVerifier,
    private readonly audit: AuditService,
    private readonly clock: Clock,
    private readonly uow: UnitOfWork,
  ) {}

  /**
   * Refusals never end the session.
   * @throws DomainError invalid with errors.password or errors.code; forbidden FIRST_PASSWORD_EXPIRED; throttled.
   */
  async reauthenticate(actor: Actor, { password, code }: Reauthentication): Promise<LoginResult> {
    const passwordHash = await this.confirmation.confirm(actor, password, wrongPassword);
    const user = await this.users.findById(actor.userId);
    if (!user) throw unauthenticated();
    if (!(await this.twoFactor.isRequired(user))) return this.renew(actor, passwordHash);
    if (!code) throw codeRequired();
    return this.twoFactor.withRateLimit(user, actor, () =>
      this.renew(actor, passwordHash, (locked) => this.assertCode(locked, code)),
    );
  }

  private async renew(
    actor: Actor,
    passwordHash: string | null,
    assertFactor?: (user: UserAccount) => Promise<void>,
  ): Promise<LoginResult> {
    const { user, token } = await this.uow.run(async () => {
      const locked = await this.users.lock(actor.userId);
      if (!locked || locked.passwordHash !== passwordHash) throw wrongPassword();
      assertPasswordNotExpired(locked, this.clock.now());
      await assertFactor?.(locked);
      if (!(await this.sessions.revoke(actor.userId, actor.sessionId))) throw unauthenticated();
      const session = await this.sessions.open(locked, {
        ip: actor.ip,
        userAgent: actor.userAgent,
      });
      await this.audit.record(session.actor, {
        action: 'auth.reauthenticated',
        target: `user:${actor.userId}`,
        details: 'Confirmed their sign-in',
      });
      return { user: locked, token: session.token };
    });
    return { account: await this.users.withBalance(user), token };
  }

  private async assertCode(user: UserAccount, code: string): Promise<void> {
    if (!(await this.twoFactor.verifyEnabled(user.id, code))) throw wrongCode();
  }
}
