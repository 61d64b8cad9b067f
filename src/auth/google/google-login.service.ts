import { Injectable, Logger } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { isStaff, type ClientInfo } from '../../common/security/actor';
import { Clock } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { SettingsService } from '../../settings/settings.service';
import { UsersService } from '../../users/users.service';
import type { UserAccount } from '../../users/users.types';
import { googleRefused, googleFailed } from '../auth.errors';
import { ApiKeysService } from '../api-keys/api-keys.service';
import { ReferralsService } from '../../referrals/referrals.service';
import { SessionsService } from '../sessions/sessions.service';
import { TwoFactorService } from '../two-factor/two-factor.service';
import { type GoogleProfile, GoogleOidcClient } from './google-oidc.client';
import { DomainError } from '../../common/errors/domain-error';
import { AppConfig } from '../../config/app-config';
import type { LoginData } from '../login/login.dto';
import { LoginService } from '../login/login.service';
import { withMessage } from '../../common/http/api.decorators';
import { GoogleStateCookie } from './google-state.cookie';
import { OneTimeCodesService } from '../password/one-time-codes.service';

const reviewIsDue = () =>
  googleRefused(
    'Sign in with your new password first, and decide there who keeps access to your account.',
  );

/** Finds, links or opens the account that belongs to a Google account. */
@Injectable()
export class GoogleAccountsService {
  constructor(
    private readonly settings: SettingsService,
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
    await this.audit.recordNamed(
      user,
      client,
      'auth.google_linked',
      user.emailVerifiedAt
        ? 'Connected a Google account with the same verified email'
        : 'Connected a Google account; the unproven password, two-factor authentication and API keys were removed',
    );
    return (await this.users.findById(id))!;
  }

  private async open(
    profile: GoogleProfile,
    client: ClientInfo,
    referral?: string,
  ): Promise<UserAccount> {
    await this.settings.assertEmailAccepted(profile.email);
    const user = await this.users.create({
      name: profile.name,
      email: profile.email,
      passwordHash: null,
      googleSubject: profile.subject,
      emailVerifiedAt: this.clock.now(),
    });
    await this.audit.recordNamed(user, client, 'auth.registered', 'Opened an account with Google');
    if (referral) await this.referrals.accountOpened(user.id, referral);
    return user;
  }
}

/** Where to send the browser next, and with which cookie. */
export interface BrowserRedirect {
  readonly url: string;
  readonly cookie?: string;
}

const NOT_CONFIGURED = 'Google OAuth is not configured';
const NOT_REACHED = 'Failed to authenticate with Google';
const FAILED = 'Google OAuth authentication failed';
const DENIED = 'You cancelled the Google sign-in.';

@Injectable()
export class GoogleLoginService {
  private readonly logger = new Logger(GoogleLoginService.name);

  constructor(
    private readonly config: AppConfig,
    private readonly client: GoogleOidcClient,
    private readonly cookie: GoogleStateCookie,
    private readonly accounts: GoogleAccountsService,
    private readonly codes: OneTimeCodesService,
    private readonly users: UsersService,
    private readonly logins: LoginService,
    private readonly uow: UnitOfWork,
  ) {}

  /** Sends the browser to Google, or back with the reason why not. @param referral the code of an invitation. */
  async startLogin(referral?: string): Promise<BrowserRedirect> {
    if (!this.client.isConfigured) return this.redirectToWeb({ error: NOT_CONFIGURED });
    try {
      const { url, request } = await this.client.createAuthorizationRequest();
      return { url, cookie: this.cookie.set(request, referral) };
    } catch (error) {
      this.logger.warn({ err: error }, 'Google could not be reached');
      return this.redirectToWeb({ error: NOT_REACHED });
    }
  }

  /**
   * Sends the browser to the web page that finishes the sign-in: with a one-time code and the name
   * to greet, or with the reason why not.
   */
  async handleCallback(
    query: Record<string, string>,
    cookies: string | undefined,
    client: ClientInfo,
  ): Promise<BrowserRedirect> {
    const state = this.client.isConfigured ? this.cookie.read(cookies) : null;
    if (!state) return this.redirectToWeb({ error: FAILED });
    const answer = await this.client.handleCallback(query, state);
    if (answer.kind !== 'profile')
      return this.redirectToWeb({ error: answer.kind === 'denied' ? DENIED : FAILED });
    try {
      const user = await this.accounts.resolve(answer.profile, client, state.referral);
      const token = await this.uow.run(() => this.codes.issueHandoff(user.id, state.browserSecret));
      return this.redirectToWeb({
        success: 'true',
        token,
        user: JSON.stringify({ name: user.name }),
      });
    } catch (error) {
      if (error instanceof DomainError) return this.redirectToWeb({ error: error.message });
      throw error;
    }
  }

  /**
   * Trades the one-time code for a session.
   * @throws DomainError unauthenticated GOOGLE_FAILED, or what a sign-in with a password may throw.
   */
  async redeemCode(
    code: string,
    cookies: string | undefined,
    client: ClientInfo,
  ): Promise<{ data: LoginData; cookie: string }> {
    const state = this.cookie.read(cookies);
    const userId =
      state && (await this.uow.run(() => this.codes.redeemHandoff(code, state.browserSecret)));
    const user = userId ? await this.users.findById(userId) : null;
    if (!user) throw googleFailed();
    const signedIn = await this.logins.complete(user, client, { by: 'Google' });
    return {
      data: withMessage(signedIn, 'Successfully authenticated with Google!'),
      cookie: this.cookie.clear(),
    };
  }

  private redirectToWeb(parameters: Record<string, string>): BrowserRedirect {
    const query = new URLSearchParams(parameters);
    return { url: `${this.config.http.appUrl}/auth/google/callback?${query.toString()}` };
  }
}
