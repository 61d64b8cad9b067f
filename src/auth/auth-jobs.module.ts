import { Module } from '@nestjs/common';
import { Processor } from '@nestjs/bullmq';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module';
import { BullModule } from '../queue/bull.module';
import type { QueueJob } from '../queue/job-catalog';
import { JobProcessor, unhandledJob, WORKER_OPTIONS } from '../queue/job-processor';
import { OneTimeCode } from './password/one-time-code.entity';
import { OneTimeCodesService } from './password/one-time-codes.service';
import { AccountRateLimiter } from './rate-limits/account-rate-limiter.service';
import { RateLimitCounter } from './rate-limits/rate-limit-counter.entity';
import { AccessTokenService } from './sessions/access-token.service';
import { Session } from './sessions/session.entity';
import { SessionsService } from './sessions/sessions.service';

@Processor('auth', { ...WORKER_OPTIONS, concurrency: 1 })
export class AuthProcessor extends JobProcessor<'auth'> {
  constructor(
    private readonly sessions: SessionsService,
    private readonly codes: OneTimeCodesService,
    private readonly limiter: AccountRateLimiter,
  ) {
    super();
  }

  async handle(job: QueueJob<'auth'>): Promise<void> {
    switch (job.name) {
      case 'auth.purge-expired':
        await this.sessions.deleteEnded();
        await this.codes.deleteExpired();
        await this.limiter.deleteExpired();
        return;
      default:
        throw unhandledJob(job.name);
    }
  }
}

/** Cleaning up, in the worker, which serves no sign-ins and so needs nothing else of this module. */
@Module({
  imports: [
    AuditModule,
    BullModule.registerQueue({ name: 'auth' }),
    TypeOrmModule.forFeature([OneTimeCode, Session, RateLimitCounter]),
  ],
  providers: [
    AccessTokenService,
    AccountRateLimiter,
    AuthProcessor,
    OneTimeCodesService,
    SessionsService,
  ],
})
export class AuthJobsModule {}
