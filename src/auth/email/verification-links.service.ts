import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock, HOUR, SECOND } from '../../common/time/clock';
import { AppConfig } from '../../config/app-config';
import type { VerificationLinkQuery } from './email.dto';

const LIFETIME = 24 * HOUR;
const PURPOSE = 'verify-email';

interface LinkOwner {
  readonly id: number;
  readonly email: string;
}

export type LinkStatus = 'valid' | 'expired' | 'forged';

/** Creates and verifies links. A link becomes invalid at its expiry and when the address changes. */
@Injectable()
export class VerificationLinksService {
  private readonly key: Buffer;

  constructor(
    private readonly config: AppConfig,
    private readonly clock: Clock,
  ) {
    this.key = config.key('signed-link');
  }

  /** @returns the address of the web page that proves the user's address when opened. */
  createUrl(user: LinkOwner): string {
    const expires = String(Math.floor(this.clock.in(LIFETIME).getTime() / SECOND));
    const hash = this.fingerprint(user);
    const query = new URLSearchParams({ expires, signature: this.sign(user.id, hash, expires) });
    return `${this.config.http.appUrl}/verify-email/${user.id}/${hash}?${query.toString()}`;
  }

  verify(
    user: LinkOwner,
    { hash = '', expires = '', signature = '' }: VerificationLinkQuery,
  ): LinkStatus {
    const genuine =
      equal(hash, this.fingerprint(user)) && equal(signature, this.sign(user.id, hash, expires));
    if (!genuine) return 'forged';
    return Number(expires) * SECOND > this.clock.now().getTime() ? 'valid' : 'expired';
  }

  private fingerprint({ id, email }: LinkOwner): string {
    return this.mac('address', String(id), email.toLowerCase());
  }

  private sign(id: number, hash: string, expires: string): string {
    return this.mac('link', String(id), hash, expires);
  }

  private mac(...parts: string[]): string {
    return createHmac('sha256', this.key)
      .update(JSON.stringify([PURPOSE, ...parts]))
      .digest('base64url');
  }
}

function equal(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
