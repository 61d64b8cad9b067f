import { Injectable } from '@nestjs/common';
import { Clock, DAY } from '../../common/time/clock';
import { OneTimeCodesService } from '../password/one-time-codes.service';
import { SessionsRepository } from '../sessions/sessions.repository';
import { AccountRateLimiter } from '../rate-limits/account-rate-limiter.service';

/** Ended sessions stay this long: support reads them, and they prove the networks a user logs in from. */
const KEEP_ENDED_SESSIONS = 30 * DAY;

/** Deletes ended sessions, used or expired codes and expired counters. */
@Injectable()
export class AuthCleanupService {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly codes: OneTimeCodesService,
    private readonly limiter: AccountRateLimiter,
    private readonly clock: Clock,
  ) {}

  async deleteExpired(): Promise<void> {
    await this.sessions.deleteEndedBefore(this.clock.in(-KEEP_ENDED_SESSIONS));
    await this.codes.deleteExpired();
    await this.limiter.deleteExpired();
  }
}
