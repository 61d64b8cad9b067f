import { createHmac, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock, MINUTE } from '../../common/time/clock';
import { AppConfig } from '../../config/app-config';
import { OneTimeCodesRepository } from '../password/one-time-codes.repository';

const LIFETIME = MINUTE;

/**
 * One-time codes for the URL of the callback page, in place of a bearer token. A code is valid
 * once, for a minute, and only in the browser that started the login.
 */
@Injectable()
export class GoogleExchangeCodesService {
  constructor(
    private readonly config: AppConfig,
    private readonly repository: OneTimeCodesRepository,
    private readonly clock: Clock,
  ) {}

  /** Needs an open unit of work. */
  async issue(userId: number, browserSecret: string): Promise<string> {
    const code = randomBytes(32).toString('base64url');
    const now = this.clock.now();
    const until = this.clock.in(LIFETIME);
    await this.repository.insert(
      userId,
      'google_handoff',
      this.hash(code, browserSecret),
      now,
      until,
    );
    return code;
  }

  /** Uses a code up; needs an open unit of work. @returns its user, or null when it is no good. */
  redeem(code: string, browserSecret: string): Promise<number | null> {
    return this.repository.takeBySecret(
      'google_handoff',
      this.hash(code, browserSecret),
      this.clock.now(),
    );
  }

  private hash(code: string, browserSecret: string): string {
    return createHmac('sha256', this.config.key('code-hash'))
      .update(JSON.stringify(['google_handoff', code, browserSecret]))
      .digest('base64url');
  }
}
