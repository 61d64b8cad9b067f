import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthTidyService } from './auth-tidy.service';
import { OneTimeCodesService } from './password/one-time-codes.service';
import { OneTimeCodesRepository } from './password/one-time-codes.repository';
import { SessionsService } from './sessions/sessions.service';
import { AccessTokenService } from './sessions/access-tokens.service';
import { SessionsRepository } from './sessions/sessions.repository';
import { RateLimitCountersRepository } from './rate-limits/rate-limit-counters.repository';
import { AccountRateLimiter } from './rate-limits/account-rate-limiter.service';
import { TidyProcessor } from './tidy.processor';
import { OneTimeCode } from './password/one-time-code.entity';
import { Session } from './sessions/session.entity';
import { RateLimitCounter } from './rate-limits/rate-limit-counter.entity';

/** Cleaning up, in the worker, which serves no sign-ins and so takes nothing else from this room. */
@Module({
  imports: [TypeOrmModule.forFeature([OneTimeCode, Session, RateLimitCounter])],
  providers: [
    AccessTokenService,
    RateLimitCountersRepository,
    AccountRateLimiter,
    AuthTidyService,
    OneTimeCodesService,
    OneTimeCodesRepository,
    SessionsRepository,
    SessionsService,
    TidyProcessor,
  ],
})
export class AuthJobsModule {}
