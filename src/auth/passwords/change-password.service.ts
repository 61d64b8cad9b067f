import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import type { Actor } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import { UsersService } from '../../users/users.service';
import { AuthMails } from '../auth-mails';
import { unauthenticated, wrongOldPassword } from '../auth.errors';
import { PasswordsService } from '../passwords.service';
import { OneTimeCodes } from '../reset/one-time-codes';
import { SessionsService } from '../sessions.service';
import { PasswordProof } from './password-proof';

@Injectable()
export class ChangePasswordService {
  constructor(
    private readonly users: UsersService,
    private readonly passwords: PasswordsService,
    private readonly sessions: SessionsService,
    private readonly codes: OneTimeCodes,
    private readonly mails: AuthMails,
    private readonly proof: PasswordProof,
    private readonly audit: AuditService,
    private readonly uow: UnitOfWork,
  ) {}

  /**
   * Replaces the actor's password, ends the other sessions and tells the owner by mail.
   * @throws DomainError invalid with errors.old_password or errors.new_password; throttled.
   */
  async change(actor: Actor, oldPassword: string, newPassword: string): Promise<void> {
    this.passwords.refuseGuessable('new_password', newPassword, [actor.name, actor.email]);
    const stored = await this.proof.of(actor, oldPassword, wrongOldPassword);
    const renewed = await this.passwords.hash(newPassword);
    await this.uow.run(async () => {
      const user = await this.users.lock(actor.userId);
      if (!user) throw unauthenticated();
      if (user.passwordHash !== stored) throw wrongOldPassword();
      await this.users.setPasswordHash(user.id, renewed);
      await this.codes.voidAll(user.id, 'reset_password');
      await this.sessions.revokeAll(user.id, actor.sessionId);
      await this.audit.record(actor, {
        action: 'auth.password_changed',
        target: `user:${user.id}`,
        details: 'Changed their password; other sessions were ended',
      });
      await this.mails.sendPasswordChanged(user);
    });
  }
}
