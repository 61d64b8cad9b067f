import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthTidyService } from './auth-tidy.service';
import { OneTimeCodes } from './reset/one-time-codes';
import { OneTimeCodesRepository } from './reset/one-time-codes.repository';
import { SessionsService } from './sessions.service';
import { AccessTokens } from './sessions/access-tokens';
import { SessionsRepository } from './sessions/sessions.repository';
import { AttemptCounterRepository } from './throttling/attempt-counter.repository';
import { AttemptLimiter } from './throttling/attempt-limiter';
import { TidyProcessor } from './tidy.processor';
import { OneTimeCode } from './reset/one-time-code.entity';
import { Session } from './sessions/session.entity';
import { AttemptCounter } from './throttling/attempt-counter.entity';

/** Cleaning up, in the worker, which serves no sign-ins and so takes nothing else from this room. */
@Module({
  imports: [TypeOrmModule.forFeature([OneTimeCode, Session, AttemptCounter])],
  providers: [
    AccessTokens,
    AttemptCounterRepository,
    AttemptLimiter,
    AuthTidyService,
    OneTimeCodes,
    OneTimeCodesRepository,
    SessionsRepository,
    SessionsService,
    TidyProcessor,
  ],
})
export class AuthJobsModule {}
