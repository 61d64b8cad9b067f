import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import type { ClientInfo } from '../../common/security/actor';
import { AppConfig } from '../../config/app-config';
import { UnitOfWork } from '../../database/unit-of-work';
import { UsersService } from '../../users/users.service';
import { AuthMailService } from '../mail/auth-mail.service';
import { invalidLink, linkExpired } from '../auth.errors';
import { withMinResponseTime } from '../rate-limits/min-response-time';
import { AccountRateLimiter } from '../rate-limits/account-rate-limiter.service';
import { VERIFICATION_MAIL } from '../rate-limits/rate-limit.policies';
import { VerificationLinksService, type LinkParts } from './verification-links.service';

const SERIAL = /^[1-9]\d{0,8}$/;

@Injectable()
export class EmailVerificationService {
  constructor(
    private readonly config: AppConfig,
    private readonly users: UsersService,
    private readonly links: VerificationLinksService,
    private readonly mail: AuthMailService,
    private readonly limiter: AccountRateLimiter,
    private readonly audit: AuditService,
    private readonly uow: UnitOfWork,
  ) {}

  /**
   * Notes that the holder of a genuine link reads the user's mail. Once that is known the link
   * succeeds again, expired or not: mail scanners and impatient people open links twice.
   * @returns the verified address.
   * @throws DomainError invalid INVALID_LINK or LINK_EXPIRED.
   */
  async verify(link: LinkParts, client: ClientInfo): Promise<string> {
    const user = SERIAL.test(link.id ?? '') ? await this.users.findById(Number(link.id)) : null;
    const status = user ? this.links.verify(user, link) : 'forged';
    if (!user || status === 'forged') throw invalidLink();
    if (user.emailVerifiedAt) return user.email;
    if (status === 'expired') throw linkExpired();
    await this.uow.run(async () => {
      if (!(await this.users.markVerified(user.id, user.email))) return;
      await this.audit.record(
        { ...client, userId: user.id, name: user.name, role: user.role },
        {
          action: 'auth.email_verified',
          target: `user:${user.id}`,
          details: 'Verified their email by the mailed link',
        },
      );
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
}
