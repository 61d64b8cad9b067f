import { Injectable, Logger } from '@nestjs/common';
import { DomainError } from '../../common/errors/domain-error';
import type { ClientInfo } from '../../common/security/actor';
import { AppConfig } from '../../config/app-config';
import { UnitOfWork } from '../../database/unit-of-work';
import { UsersService } from '../../users/users.service';
import { LoginCompletionService } from '../login/login-completion.service';
import { googleFailed } from '../auth.errors';
import type { LoginResult } from '../auth.types';
import { GoogleAccountsService } from './google-accounts.service';
import { GoogleOidcClient } from './google-oidc.client';
import { GoogleStateCookie } from './google-state.cookie';
import { GoogleExchangeCodesService } from './google-exchange-codes.service';

/** Where to send the browser next, and with which cookie. */
export interface BrowserRedirect {
  readonly url: string;
  readonly cookie?: string;
}

const NOT_CONFIGURED = 'Google OAuth is not configured';
const NOT_REACHED = 'Failed to authenticate with Google';
const FAILED = 'Google OAuth authentication failed';
const DENIED = 'Google sign-in was cancelled';

@Injectable()
export class GoogleLoginService {
  private readonly logger = new Logger(GoogleLoginService.name);

  constructor(
    private readonly config: AppConfig,
    private readonly client: GoogleOidcClient,
    private readonly cookie: GoogleStateCookie,
    private readonly accounts: GoogleAccountsService,
    private readonly exchangeCodes: GoogleExchangeCodesService,
    private readonly users: UsersService,
    private readonly loginCompletion: LoginCompletionService,
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
      const token = await this.uow.run(() =>
        this.exchangeCodes.issue(user.id, state.browserSecret),
      );
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
  ): Promise<LoginResult & { cookie: string }> {
    const state = this.cookie.read(cookies);
    const userId =
      state && (await this.uow.run(() => this.exchangeCodes.redeem(code, state.browserSecret)));
    const user = userId ? await this.users.findById(userId) : null;
    if (!user) throw googleFailed();
    const signedIn = await this.loginCompletion.complete(user, client, { by: 'Google' });
    return { ...signedIn, cookie: this.cookie.clear() };
  }

  private redirectToWeb(parameters: Record<string, string>): BrowserRedirect {
    const query = new URLSearchParams(parameters);
    return { url: `${this.config.http.appUrl}/auth/google/callback?${query.toString()}` };
  }
}
