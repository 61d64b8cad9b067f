import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import type { SessionActor } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import { emailTaken } from '../../users/users.errors';
import { UsersService } from '../../users/users.service';
import type { UserAccount, UserWithBalance } from '../../users/users.types';
import { sameEmail, unauthenticated, wrongEmailCodes } from '../auth.errors';
import { AuthMailService } from '../mail/auth-mail.service';
import { OneTimeCodesService } from '../password/one-time-codes.service';
import { AccountRateLimiter } from '../rate-limits/account-rate-limiter.service';
import { EMAIL_CHANGE_CODE, EMAIL_CHANGE_MAIL } from '../rate-limits/rate-limit.policies';
import { SecurityEventAuditor } from '../security-events/security-event-auditor.service';
import { SessionsService } from '../sessions/sessions.service';

export interface EmailChange {
  /** Lower case. */
  readonly email: string;
  readonly currentCode: string;
  readonly newCode: string;
}

/** Both codes are for this change only: from one address of one account to one other. */
const toCodeOwner = ({ id, email }: UserAccount, next: string) => ({
  id,
  email: `${email} ${next}`,
});

/** A new e-mail address of a customer, who has to read mail at both the present and the new one. */
@Injectable()
export class EmailChangeService {
  constructor(
    private readonly users: UsersService,
    private readonly codes: OneTimeCodesService,
    private readonly sessions: SessionsService,
    private readonly limiter: AccountRateLimiter,
    private readonly mail: AuthMailService,
    private readonly events: SecurityEventAuditor,
    private readonly audit: AuditService,
    private readonly uow: UnitOfWork,
  ) {}

  /**
   * Mails a code to each address. Changes nothing yet.
   * @param email in lower case.
   * @throws DomainError forbidden REAUTHENTICATION_REQUIRED; invalid with errors.email; throttled.
   */
  async begin(actor: SessionActor, email: string): Promise<void> {
    this.sessions.assertRecent(actor);
    if (email === actor.email) throw sameEmail();
    // Counted before the address is looked up, so that it also limits who looks for accounts.
    await this.limiter.recordAttempt(EMAIL_CHANGE_MAIL, String(actor.userId));
    if (await this.users.findByEmail(email)) throw emailTaken();
    await this.uow.run(async () => {
      const user = await this.users.lock(actor.userId);
      if (!user) throw unauthenticated();
      const owner = toCodeOwner(user, email);
      const current = await this.codes.issue(owner, 'email_change_current');
      const next = await this.codes.issue(owner, 'email_change_new');
      await this.mail.sendEmailChangeCode(user, user.email, email, current);
      await this.mail.sendEmailChangeCode(user, email, email, next);
      await this.audit.record(actor, {
        action: 'auth.email_change_begun',
        target: `user:${user.id}`,
        details: 'Asked for codes to change their email address',
      });
    });
  }

  /**
   * Changes the address, which counts as verified then, ends the other sessions and tells the old address.
   * @throws DomainError invalid with errors.current_code, errors.new_code or errors.email; throttled.
   */
  async confirm(
    actor: SessionActor,
    { email, currentCode, newCode }: EmailChange,
  ): Promise<UserWithBalance> {
    const subject = String(actor.userId);
    // Counted before the codes are compared, so that parallel attempts cannot bypass the limit.
    await this.limiter.recordAttempt(EMAIL_CHANGE_CODE, subject);
    const user = await this.users.findById(actor.userId);
    if (!user) throw unauthenticated();
    const owner = toCodeOwner(user, email);
    const isCurrentRight = await this.codes.verify(owner, 'email_change_current', currentCode);
    const isNewRight = await this.codes.verify(owner, 'email_change_new', newCode);
    if (!isCurrentRight || !isNewRight) {
      await this.events.recordEmailChangeCode(user, actor);
      throw wrongEmailCodes({ current: !isCurrentRight, next: !isNewRight });
    }
    await this.limiter.reset([EMAIL_CHANGE_CODE, subject]);
    return this.uow.run(() => this.change(actor, { email, currentCode, newCode }));
  }

  private async change(
    actor: SessionActor,
    { email, currentCode, newCode }: EmailChange,
  ): Promise<UserWithBalance> {
    const user = await this.users.lock(actor.userId);
    if (!user) throw unauthenticated();
    const owner = toCodeOwner(user, email);
    const current = !(await this.codes.redeem(owner, 'email_change_current', currentCode));
    const next = !(await this.codes.redeem(owner, 'email_change_new', newCode));
    if (current || next) throw wrongEmailCodes({ current, next });
    await this.users.changeEmail(user.id, email);
    await this.sessions.revokeAll(user.id, actor.sessionId);
    await this.audit.record(actor, {
      action: 'auth.email_changed',
      target: `user:${user.id}`,
      details: 'Changed their email address; other sessions were ended',
      before: { email: user.email },
      after: { email },
    });
    await this.mail.sendEmailChanged(user, email);
    return this.users.getOwnAccount(actor);
  }
}
