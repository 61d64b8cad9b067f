import { Injectable, Logger } from '@nestjs/common';
import * as oidc from 'openid-client';
import { toCanonicalEmail } from '../../common/http/fields';
import { AppConfig } from '../../config/app-config';
import { hasVisibleLetter } from '../../common/text/visible-text';

/** What has to be remembered between leaving for Google and coming back, in this browser only. */
export interface GoogleAuthRequest {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

export interface GoogleProfile {
  /** Google's `sub`: the only thing an account is recognised by. */
  readonly subject: string;
  /** Lower case. */
  readonly email: string;
  /** Whether Google vouches for the address. */
  readonly emailVerified: boolean;
  readonly name: string;
}

export type GoogleCallbackResult =
  | { readonly kind: 'profile'; readonly profile: GoogleProfile }
  | { readonly kind: 'denied' }
  | { readonly kind: 'failed' };

const TIMEOUT_SECONDS = 10;
const CALLBACK = '/api/v1/auth/google/callback';
const NAME_MAX = 100;

/**
 * Google's OpenID Connect, by code flow with state, nonce and PKCE. Every check of the answer
 * (issuer, audience, signature, time, nonce, state) is the library's.
 */
@Injectable()
export class GoogleOidcClient {
  private readonly logger = new Logger(GoogleOidcClient.name);
  private discovered: Promise<oidc.Configuration> | undefined;

  constructor(private readonly config: AppConfig) {}

  get isConfigured(): boolean {
    return Boolean(this.config.google.clientId && this.config.google.clientSecret);
  }

  /** @returns where to send the browser, and what it has to bring back. */
  async createAuthorizationRequest(): Promise<{ url: string; request: GoogleAuthRequest }> {
    const request = {
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      codeVerifier: oidc.randomPKCECodeVerifier(),
    };
    const url = oidc.buildAuthorizationUrl(await this.discover(), {
      redirect_uri: this.config.http.appUrl + CALLBACK,
      scope: 'openid email profile',
      state: request.state,
      nonce: request.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(request.codeVerifier),
      code_challenge_method: 'S256',
      prompt: 'select_account',
    });
    return { url: url.href, request };
  }

  /**
   * Turns what Google sent the browser back with into a profile.
   * @param query of the callback. @param request what this browser left with.
   */
  async handleCallback(
    query: Record<string, string>,
    request: GoogleAuthRequest,
  ): Promise<GoogleCallbackResult> {
    if (query.error === 'access_denied') return { kind: 'denied' };
    try {
      const server = await this.discover();
      const address = new URL(this.config.http.appUrl + CALLBACK);
      address.search = new URLSearchParams(query).toString();
      const tokens = await oidc.authorizationCodeGrant(server, address, {
        expectedState: request.state,
        expectedNonce: request.nonce,
        pkceCodeVerifier: request.codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims()!;
      const info = await oidc.fetchUserInfo(server, tokens.access_token, claims.sub);
      return { kind: 'profile', profile: toProfile({ ...info, ...claims }) };
    } catch (error) {
      this.logger.warn({ err: error }, 'A sign-in with Google failed');
      return { kind: 'failed' };
    }
  }

  private discover(): Promise<oidc.Configuration> {
    const { issuer, clientId, clientSecret } = this.config.google;
    const server = new URL(issuer);
    const execute = [oidc.enableNonRepudiationChecks];
    if (server.protocol === 'http:' && !this.config.isProduction)
      execute.push(oidc.allowInsecureRequests);
    this.discovered ??= oidc
      .discovery(server, clientId!, clientSecret!, undefined, { execute, timeout: TIMEOUT_SECONDS })
      .catch((error: unknown) => {
        this.discovered = undefined;
        throw error;
      });
    return this.discovered;
  }
}

function toProfile(claims: Record<string, unknown>): GoogleProfile {
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  const email = toCanonicalEmail(text(claims.email));
  const name = text(claims.name)
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, NAME_MAX);
  return {
    subject: text(claims.sub),
    email,
    emailVerified: claims.email_verified === true && email !== '',
    name: hasVisibleLetter(name) ? name : email.split('@')[0]!,
  };
}
