import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { readCookie } from '../../common/http/cookies';
import { DAY, SECOND } from '../../common/time/clock';
import { AppConfig } from '../../config/app-config';

const LIFETIME = 90 * DAY;
const ID = /^[\w-]{22}$/;

/**
 * Cookie of a browser that has signed in to an account, one per account. It authenticates nothing; it
 * only gives the browser a rate limit of its own, so that guesses of others cannot delay its owner.
 */
@Injectable()
export class KnownDeviceCookie {
  private readonly secure: boolean;

  constructor(private readonly config: AppConfig) {
    this.secure = config.http.appUrl.startsWith('https:');
  }

  /** @param header the request's Cookie header, whose device id is kept. @returns a Set-Cookie header. */
  set(header: string | undefined, email: string): string {
    const id = this.read(header, email) ?? randomBytes(16).toString('base64url');
    const attributes = `Path=/; HttpOnly; SameSite=Lax${this.secure ? '; Secure' : ''}`;
    return `${this.nameFor(email)}=${id}.${this.sign(id, email)}; Max-Age=${LIFETIME / SECOND}; ${attributes}`;
  }

  /** @returns the device's id, or null without a valid cookie for this account. */
  read(header: string | undefined, email: string): string | null {
    const [id = '', signature = ''] = (readCookie(header, this.nameFor(email)) ?? '').split('.');
    if (!ID.test(id)) return null;
    const [given, expected] = [Buffer.from(signature), Buffer.from(this.sign(id, email))];
    return given.length === expected.length && timingSafeEqual(given, expected) ? id : null;
  }

  /** Names no address: the cookie stays in a browser that others may use. */
  private nameFor(email: string): string {
    const digest = createHash('sha256').update(email).digest('base64url').slice(0, 16);
    return `${this.secure ? '__Host-' : ''}device-${digest}`;
  }

  private sign(id: string, email: string): string {
    return createHmac('sha256', this.config.key('device'))
      .update(JSON.stringify([email, id]))
      .digest('base64url');
  }
}
