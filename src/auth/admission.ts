import { Injectable } from '@nestjs/common';
import { AuditService } from '../audit/audit.service';
import type { Origin } from '../common/security/actor';
import { AppConfig } from '../config/app-config';
import { UnitOfWork } from '../database/unit-of-work';
import { UsersService } from '../users/users.service';
import type { UserAccount } from '../users/users.types';
import {
  accountInactive,
  accountSuspended,
  emailNotVerified,
  invalidCredentials,
} from './auth.errors';
import type { SignedIn } from './auth.types';
import { SessionsService } from './sessions.service';

/** The last step of every way to sign in. */
@Injectable()
export class Admission {
  constructor(
    private readonly config: AppConfig,
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly audit: AuditService,
    private readonly uow: UnitOfWork,
  ) {}

  /**
   * Starts a session for somebody who has proven to be `user`.
   * @throws DomainError forbidden EMAIL_NOT_VERIFIED, ACCOUNT_SUSPENDED or ACCOUNT_INACTIVE.
   */
  async admit(proven: UserAccount, origin: Origin, how = 'password'): Promise<SignedIn> {
    const { user, token } = await this.uow.run(async () => {
      const current = await this.users.lock(proven.id);
      // A reset that ended all sessions a moment ago must not be survived by this one.
      if (!current || current.passwordHash !== proven.passwordHash) throw invalidCredentials();
      this.assertAdmissible(current);
      const session = await this.sessions.open(current, origin);
      await this.audit.record(session.actor, {
        action: 'auth.signed_in',
        target: `user:${current.id}`,
        details: `Signed in with ${how}`,
      });
      return { user: current, token: session.token };
    });
    return { account: await this.users.withBalance(user), token };
  }

  private assertAdmissible(user: UserAccount): void {
    if (user.status === 'suspended') throw accountSuspended();
    if (user.status === 'inactive') throw accountInactive();
    if (this.config.emailVerification && !user.emailVerifiedAt) throw emailNotVerified();
  }
}
