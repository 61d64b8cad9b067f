import { Injectable, Module } from '@nestjs/common';
import { Clock, DAY } from '../common/time/clock';
import { OneTimeCodesService } from './password/one-time-codes.service';
import { SessionsRepository } from './sessions/sessions.repository';
import { AccountRateLimiter } from './rate-limits/account-rate-limiter.service';
import { Processor } from '@nestjs/bullmq';
import type { QueueJob } from '../queue/job-catalog';
import { JobProcessor, unhandledJob, WORKER_OPTIONS } from '../queue/job-processor';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BullModule } from '../queue/bull.module';
import { OneTimeCode } from './password/one-time-code.entity';
import { Session } from './sessions/session.entity';
import { RateLimitCounter } from './rate-limits/rate-limit-counter.entity';

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

@Processor('auth', { ...WORKER_OPTIONS, concurrency: 1 })
export class AuthProcessor extends JobProcessor<'auth'> {
  constructor(private readonly cleanup: AuthCleanupService) {
    super();
  }

  handle(job: QueueJob<'auth'>): Promise<unknown> {
    switch (job.name) {
      case 'auth.purge-expired':
        return this.cleanup.deleteExpired();
      default:
        throw unhandledJob(job.name);
    }
  }
}

/** Cleaning up, in the worker, which serves no sign-ins and so needs nothing else of this module. */
@Module({
  imports: [
    BullModule.registerQueue({ name: 'auth' }),
    TypeOrmModule.forFeature([OneTimeCode, Session, RateLimitCounter]),
  ],
  providers: [
    AccountRateLimiter,
    AuthProcessor,
    AuthCleanupService,
    OneTimeCodesService,
    SessionsRepository,
  ],
})
export class AuthJobsModule {}
