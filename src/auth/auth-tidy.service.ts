import { Injectable } from '@nestjs/common';
import { OneTimeCodes } from './reset/one-time-codes';
import { SessionsService } from './sessions.service';
import { AttemptLimiter } from './throttling/attempt-limiter';

/** Throws away what has ended: old sessions, spent codes, forgotten counters. */
@Injectable()
export class AuthTidyService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly codes: OneTimeCodes,
    private readonly limiter: AttemptLimiter,
  ) {}

  async tidy(): Promise<void> {
    await this.sessions.tidy();
    await this.codes.tidy();
    await this.limiter.tidy();
  }
}
