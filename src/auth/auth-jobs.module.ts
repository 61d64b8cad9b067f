import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BullModule } from '../queue/bull.module';
import { AuthCleanupService } from './jobs/auth-cleanup.service';
import { AuthProcessor } from './jobs/auth.processor';
import { OneTimeCodesService } from './password/one-time-codes.service';
import { OneTimeCodesRepository } from './password/one-time-codes.repository';
import { SessionsRepository } from './sessions/sessions.repository';
import { RateLimitCountersRepository } from './rate-limits/rate-limit-counters.repository';
import { AccountRateLimiter } from './rate-limits/account-rate-limiter.service';
import { OneTimeCode } from './password/one-time-code.entity';
import { Session } from './sessions/session.entity';
import { RateLimitCounter } from './rate-limits/rate-limit-counter.entity';

/** Cleaning up, in the worker, which serves no sign-ins and so needs nothing else of this module. */
@Module({
  imports: [
    BullModule.registerQueue({ name: 'auth' }),
    TypeOrmModule.forFeature([OneTimeCode, Session, RateLimitCounter]),
  ],
  providers: [
    RateLimitCountersRepository,
    AccountRateLimiter,
    AuthProcessor,
    AuthCleanupService,
    OneTimeCodesService,
    OneTimeCodesRepository,
    SessionsRepository,
  ],
})
export class AuthJobsModule {}
