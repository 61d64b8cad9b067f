import { Injectable } from '@nestjs/common';
import { OneTimeCodesService } from './password/one-time-codes.service';
import { SessionsService } from './sessions/sessions.service';
import { AccountRateLimiter } from './rate-limits/account-rate-limiter.service';

/** Throws away what has ended: old sessions, spent codes, forgotten counters. */
@Injectable()
export class AuthTidyService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly codes: OneTimeCodesService,
    private readonly limiter: AccountRateLimiter,
  ) {}

  async tidy(): Promise<void> {
    await this.sessions.tidy();
    await this.codes.tidy();
    await this.limiter.tidy();
  }
}
