import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import type { Actor } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import { UsersService } from '../../users/users.service';
import { AuthMailService } from '../mail/auth-mail.service';
import { samePassword, unauthenticated, wrongOldPassword } from '../auth.errors';
import { PasswordPolicy } from './password-policy.service';
import { PasswordService } from './password.service';
import { OneTimeCodesService } from './one-time-codes.service';
import { SessionsService } from '../sessions/sessions.service';
import { PasswordConfirmationService } from './password-confirmation.service';

@Injectable()
export class ChangePasswordService {
  constructor(
    private readonly users: UsersService,
    private readonly passwords: PasswordService,
    private readonly policy: PasswordPolicy,
    private readonly sessions: SessionsService,
    private readonly codes: OneTimeCodesService,
    private readonly mail: AuthMailService,
    private readonly confirmation: PasswordConfirmationService,
    private readonly audit: AuditService,
    private readonly uow: UnitOfWork,
  ) {}

  /**
   * Replaces the actor's password, ends the other sessions and notifies the owner by mail.
   * @throws DomainError invalid with errors.old_password or errors.new_password; throttled.
   */
  async change(actor: Actor, oldPassword: string, newPassword: string): Promise<void> {
    await this.policy.assertAcceptable('new_password', newPassword, actor);
    const stored = await this.confirmation.confirm(actor, oldPassword, wrongOldPassword);
    const isSame = await this.passwords.matches(stored, newPassword);
    const newHash = await this.passwords.hash(newPassword);
    await this.uow.run(async () => {
      const user = await this.users.lock(actor.userId);
      if (!user) throw unauthenticated();
      if (user.passwordHash !== stored) throw wrongOldPassword();
      if (user.firstPasswordExpiresAt && isSame) throw samePassword('new_password');
      await this.users.setPasswordHash(user.id, newHash);
      await this.codes.voidAll(user.id, 'reset_password');
      await this.sessions.revokeAll(user.id, actor.sessionId);
      await this.audit.record(actor, {
        action: 'auth.password_changed',
        target: `user:${user.id}`,
        details: 'Changed their password; other sessions were ended',
      });
      await this.mail.sendPasswordChanged(user);
    });
  }
}
