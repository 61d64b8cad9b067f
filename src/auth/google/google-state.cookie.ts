import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { decrypt, encrypt } from '../../common/crypto/secrets';
import { readCookie } from '../../common/http/cookies';
import { AppConfig } from '../../config/app-config';
import type { GoogleAuthRequest } from './google-oidc.client';

const LIFETIME_SECONDS = 600;
const CONTEXT = 'google-sign-in';

/** State of one login at Google, kept by the browser. `browserSecret` binds the exchange code to it. */
export interface GoogleLoginState extends GoogleAuthRequest {
  readonly browserSecret: string;
  /** The code of an invitation, for an account that is opened. */
  readonly referral?: string;
}

/** One encrypted cookie instead of server memory, so that any API process can finish the login. */
@Injectable()
export class GoogleStateCookie {
  private readonly name: string;
  private readonly attributes: string;

  constructor(private readonly config: AppConfig) {
    const secure = config.http.appUrl.startsWith('https:');
    this.name = secure ? '__Host-google-sign-in' : 'google-sign-in';
    this.attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  }

  /** @returns a Set-Cookie header. */
  set(request: GoogleAuthRequest, referral?: string): string {
    const state: GoogleLoginState = {
      ...request,
      browserSecret: randomBytes(18).toString('base64url'),
      referral,
    };
    const value = encrypt(this.config.key('secrets'), CONTEXT, JSON.stringify(state));
    return `${this.name}=${value}; Max-Age=${LIFETIME_SECONDS}; ${this.attributes}`;
  }

  /** @returns a Set-Cookie header that removes it. */
  clear(): string {
    return `${this.name}=; Max-Age=0; ${this.attributes}`;
  }

  /** @param header the request's Cookie header. @returns null when it is missing or cannot be decrypted. */
  read(header: string | undefined): GoogleLoginState | null {
    const value = readCookie(header, this.name);
    if (value === null) return null;
    try {
      const text = decrypt(this.config.key('secrets'), CONTEXT, value);
      return JSON.parse(text) as GoogleLoginState;
    } catch {
      return null;
    }
  }
}
