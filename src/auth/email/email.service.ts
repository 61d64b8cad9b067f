import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import type { ClientInfo, SessionActor } from '../../common/security/actor';
import { AppConfig } from '../../config/app-config';
import { UnitOfWork } from '../../database/unit-of-work';
import { SettingsService } from '../../settings/settings.service';
import { emailTaken } from '../../users/users.errors';
import { UsersService } from '../../users/users.service';
import type { UserAccount, UserWithBalance } from '../../users/users.types';
import { invalidLink, linkExpired, refuse, sameEmail, wrongEmailCodes } from '../auth.errors';
import { AuthMailService } from '../mail/auth-mail.service';
import { OneTimeCodesService } from '../password/one-time-codes.service';
import {
  AccountRateLimiter,
  withMinResponseTime,
} from '../rate-limits/account-rate-limiter.service';
import {
  EMAIL_CHANGE_CODE,
  EMAIL_CHANGE_MAIL,
  VERIFICATION_MAIL,
} from '../rate-limits/rate-limit.policies';
import { SecurityEventAuditor } from '../security-events/security-event-auditor.service';
import { SessionsService } from '../sessions/sessions.service';
import type { ConfirmEmailChangeDto, VerificationLinkQuery } from './email.dto';
import { VerificationLinksService } from './verification-links.service';

const SERIAL = /^[1-9]\d{0,8}$/;

/** Both codes are for this change only: from one address of one account to one other. */
const toCodeOwner = ({ id, email }: UserAccount, next: string) => ({
  id,
  email: `${email} ${next}`,
});

/** Verifies e-mail addresses, and changes that of a customer, who has to read mail at both the present and the new one. */
@Injectable()
export class EmailService {
  constructor(
    private readonly config: AppConfig,
    private readonly settings: SettingsService,
    private readonly users: UsersService,
    private readonly links: VerificationLinksService,
    private readonly codes: OneTimeCodesService,
    private readonly sessions: SessionsService,
    private readonly limiter: AccountRateLimiter,
    private readonly mail: AuthMailService,
    private readonly events: SecurityEventAuditor,
    private readonly audit: AuditService,
    private readonly uow: UnitOfWork,
  ) {}

  /**
   * Notes that the holder of a genuine link reads the user's mail. Once that is known the link
   * succeeds again, expired or not: mail scanners and impatient people open links twice.
   * @returns the verified address.
   * @throws DomainError INVALID_LINK or LINK_EXPIRED.
   */
  async verify(link: VerificationLinkQuery, client: ClientInfo): Promise<string> {
    const user = SERIAL.test(link.id ?? '') ? await this.users.findById(Number(link.id)) : null;
    const status = user ? this.links.verify(user, link) : 'forged';
    if (!user || status === 'forged') throw invalidLink();
    if (user.emailVerifiedAt) return user.email;
    if (status === 'expired') throw linkExpired();
    await this.uow.run(async () => {
      if (!(await this.users.markVerified(user.id, user.email))) return;
      const details = 'Verified their email by the mailed link';
      await this.audit.recordNamed(user, client, 'auth.email_verified', details);
    });
    return user.email;
  }

  /**
   * Mails a fresh link to an account that needs one. Answers alike, and in like time, when there
   * is no such account.
   * @throws DomainError throttled when this network asked too recently, whether or not the account exists.
   */
  async resend(email: string, ip: string): Promise<void> {
    await withMinResponseTime(async () => {
      const isDue = await this.limiter.admitMail(VERIFICATION_MAIL, email, ip);
      const user = await this.users.findByEmail(email);
      if (!isDue || !user || user.emailVerifiedAt || !this.config.emailVerification) return;
      await this.uow.run(() => this.mail.sendVerification(user));
    });
  }

  /**
   * Mails a code to each address. Changes nothing yet.
   * @param email in lower case.
   * @throws DomainError REAUTHENTICATION_REQUIRED; with errors.email; throttled.
   */
  async beginChange(actor: SessionActor, email: string): Promise<void> {
    this.sessions.assertRecent(actor);
    if (email === actor.email) throw sameEmail();
    await this.settings.assertEmailAccepted(email);
    // Counted before the address is looked up, so that it also limits who looks for accounts.
    await this.limiter.recordAttempt(EMAIL_CHANGE_MAIL, String(actor.userId));
    if (await this.users.findByEmail(email)) throw emailTaken();
    await this.uow.run(async () => {
      const user = await this.users.lock(actor.userId);
      if (!user) throw refuse('UNAUTHENTICATED');
      const owner = toCodeOwner(user, email);
      const current = await this.codes.issue(owner, 'email_change_current');
      const next = await this.codes.issue(owner, 'email_change_new');
      await this.mail.sendEmailChangeCode(user, user.email, email, current);
      await this.mail.sendEmailChangeCode(user, email, email, next);
      const details = 'Asked for codes to change their email address';
      await this.audit.recordOwn(actor, 'auth.email_change_begun', details);
    });
  }

  /**
   * Changes the address, which counts as verified then, ends the other sessions and tells the old address.
   * @throws DomainError with errors.current_code, errors.new_code or errors.email; throttled.
   */
  async confirmChange(actor: SessionActor, body: ConfirmEmailChangeDto): Promise<UserWithBalance> {
    const { email, current_code, new_code } = body;
    const subject = String(actor.userId);
    // Counted before the codes are compared, so that parallel attempts cannot bypass the limit.
    await this.limiter.recordAttempt(EMAIL_CHANGE_CODE, subject);
    const user = await this.users.findById(actor.userId);
    if (!user) throw refuse('UNAUTHENTICATED');
    const owner = toCodeOwner(user, email);
    const current = !(await this.codes.verify(owner, 'email_change_current', current_code));
    const next = !(await this.codes.verify(owner, 'email_change_new', new_code));
    if (current || next) {
      await this.events.recordEmailChangeCode(user, actor);
      throw wrongEmailCodes({ current, next });
    }
    await this.limiter.reset([EMAIL_CHANGE_CODE, subject]);
    return this.uow.run(() => this.change(actor, body));
  }

  private async change(
    actor: SessionActor,
    { email, current_code, new_code }: ConfirmEmailChangeDto,
  ): Promise<UserWithBalance> {
    const user = await this.users.lock(actor.userId);
    if (!user) throw refuse('UNAUTHENTICATED');
    const owner = toCodeOwner(user, email);
    const current = !(await this.codes.redeem(owner, 'email_change_current', current_code));
    const next = !(await this.codes.redeem(owner, 'email_change_new', new_code));
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
