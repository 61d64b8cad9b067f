import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { isStaff, type ClientInfo } from '../../common/security/actor';
import { Clock } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { UsersService } from '../../users/users.service';
import type { UserAccount } from '../../users/users.types';
import { googleRefused } from '../auth.errors';
import { ApiKeysService } from '../api-keys/api-keys.service';
import { ReferralsService } from '../../referrals/referrals.service';
import { SessionsService } from '../sessions/sessions.service';
import { TwoFactorService } from '../two-factor/two-factor.service';
import type { GoogleProfile } from './google.types';

const reviewIsDue = () =>
  googleRefused(
    'Sign in with your new password first, and decide there who keeps access to your account.',
  );

/** Finds, links or opens the account that belongs to a Google account. */
@Injectable()
export class GoogleAccountsService {
  constructor(
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly twoFactor: TwoFactorService,
    private readonly apiKeys: ApiKeysService,
    private readonly referrals: ReferralsService,
    private readonly audit: AuditService,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Identifies accounts by Google's subject only. Links an existing account when Google has
   * verified the same address, except staff accounts, which require the password.
   * @param referral the code of an invitation, for an account that is opened.
   * @throws DomainError forbidden GOOGLE_REFUSED.
   */
  async resolve(
    profile: GoogleProfile,
    client: ClientInfo,
    referral?: string,
  ): Promise<UserAccount> {
    const known = await this.users.findByGoogleSubject(profile.subject);
    if (known?.reviewSince) throw reviewIsDue();
    if (known) return known;
    if (!profile.emailVerified)
      throw googleRefused('Google has not verified the email of this account.');
    return this.uow.run(async () => {
      const same = await this.users.findByEmail(profile.email);
      return same ? this.link(same.id, profile, client) : this.open(profile, client, referral);
    });
  }

  private async link(id: number, profile: GoogleProfile, client: ClientInfo): Promise<UserAccount> {
    const user = await this.users.lock(id);
    if (!user || isStaff(user.role))
      throw googleRefused('This account signs in with its password.');
    // Whoever changed the address of the Google account or reads its mail may be who the review is about.
    if (user.reviewSince) throw reviewIsDue();
    if (user.googleSubject === profile.subject) return user;
    if (user.googleSubject)
      throw googleRefused('This account is connected to another Google account.');
    if (!user.emailVerifiedAt) {
      // Prevents pre-hijacking: what was set up before the address was verified must neither open
      // the account of its owner nor keep the owner out.
      await this.users.setPasswordHash(id, null);
      await this.twoFactor.delete(id);
      await this.apiKeys.removeAll(id);
      await this.sessions.revokeAll(id);
      await this.users.markVerified(id, user.email);
    }
    await this.users.linkGoogle(id, profile.subject);
    await this.audit.record(
      { ...client, userId: id, name: user.name, role: user.role },
      {
        action: 'auth.google_linked',
        target: `user:${id}`,
        details: user.emailVerifiedAt
          ? 'Connected a Google account with the same verified email'
          : 'Connected a Google account; the unproven password, two-factor authentication and API keys were removed',
      },
    );
    return (await this.users.findById(id))!;
  }

  private async open(
    profile: GoogleProfile,
    client: ClientInfo,
    referral?: string,
  ): Promise<UserAccount> {
    const user = await this.users.create({
      name: profile.name,
      email: profile.email,
      passwordHash: null,
      googleSubject: profile.subject,
      emailVerifiedAt: this.clock.now(),
    });
    await this.audit.record(
      { ...client, userId: user.id, name: user.name, role: user.role },
      {
        action: 'auth.registered',
        target: `user:${user.id}`,
        details: 'Opened an account with Google',
      },
    );
    if (referral) await this.referrals.accountOpened(user.id, referral);
    return user;
  }
}
