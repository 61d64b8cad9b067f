import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ThrottlerModule } from '@nestjs/throttler';
import { AuditModule } from '../audit/audit.module';
import { AppConfig } from '../config/app-config';
import { MailModule } from '../mail/mail.module';
import { UsersModule } from '../users/users.module';
import { Admission } from './admission';
import { AuthConfigController } from './auth-config.controller';
import { AuthConfigService } from './auth-config.service';
import { AuthMails } from './auth-mails';
import { AuthGuard } from './auth.guard';
import { GoogleAccountsService } from './google/google-accounts.service';
import { GoogleClient } from './google/google-client';
import { GoogleCookie } from './google/google-cookie';
import { GoogleHandoff } from './google/google-handoff';
import { GoogleSignInService } from './google/google-sign-in.service';
import { GoogleController } from './google/google.controller';
import { PasswordsService } from './passwords.service';
import { ChangePasswordController } from './passwords/change-password.controller';
import { ChangePasswordService } from './passwords/change-password.service';
import { PasswordProof } from './passwords/password-proof';
import { RegistrationController } from './registration.controller';
import { RegistrationService } from './registration.service';
import { OneTimeCodes } from './reset/one-time-codes';
import { OneTimeCodesRepository } from './reset/one-time-codes.repository';
import { PasswordResetController } from './reset/password-reset.controller';
import { PasswordResetService } from './reset/password-reset.service';
import { SecondFactorService } from './second-factor.service';
import { RecoveryCodes } from './second-factor/recovery-codes';
import { SecondFactorCheck } from './second-factor/second-factor-check';
import { SecondFactorRepository } from './second-factor/second-factor.repository';
import { SessionsService } from './sessions.service';
import { AccessTokens } from './sessions/access-tokens';
import { OwnSessionsController } from './sessions/own-sessions.controller';
import { OwnSessionsService } from './sessions/own-sessions.service';
import { SessionsRepository } from './sessions/sessions.repository';
import { SignInController } from './sign-in.controller';
import { SignInService } from './sign-in.service';
import { AttemptCounterRepository } from './throttling/attempt-counter.repository';
import { AttemptLimiter } from './throttling/attempt-limiter';
import { RateLimitGuard } from './throttling/rate-limit.guard';
import { rateLimits } from './throttling/rate-limits';
import { RedisThrottlerStorage } from './throttling/redis-throttler-storage';
import { SignInLimiter } from './throttling/sign-in-limiter';
import { EmailVerificationController } from './verification/email-verification.controller';
import { EmailVerificationService } from './verification/email-verification.service';
import { VerificationLinks } from './verification/verification-links';
import { OneTimeCode } from './reset/one-time-code.entity';
import { RecoveryCode } from './second-factor/recovery-code.entity';
import { SecondFactor } from './second-factor/second-factor.entity';
import { Session } from './sessions/session.entity';
import { AttemptCounter } from './throttling/attempt-counter.entity';

/** Who may come in. Needs `SiteIdentity` from the application, which also binds the two guards. */
@Module({
  imports: [
    TypeOrmModule.forFeature([OneTimeCode, RecoveryCode, SecondFactor, Session, AttemptCounter]),
    AuditModule,
    MailModule,
    UsersModule,
    ThrottlerModule.forRootAsync({
      inject: [AppConfig],
      useFactory: ({ redisUrl }: AppConfig) =>
        rateLimits(redisUrl ? new RedisThrottlerStorage(redisUrl) : undefined),
    }),
  ],
  controllers: [
    AuthConfigController,
    RegistrationController,
    SignInController,
    EmailVerificationController,
    PasswordResetController,
    ChangePasswordController,
    OwnSessionsController,
    GoogleController,
  ],
  providers: [
    AccessTokens,
    Admission,
    AttemptCounterRepository,
    AttemptLimiter,
    AuthConfigService,
    AuthGuard,
    AuthMails,
    ChangePasswordService,
    EmailVerificationService,
    GoogleAccountsService,
    GoogleClient,
    GoogleCookie,
    GoogleHandoff,
    GoogleSignInService,
    OneTimeCodes,
    OneTimeCodesRepository,
    OwnSessionsService,
    PasswordProof,
    PasswordResetService,
    PasswordsService,
    RateLimitGuard,
    RecoveryCodes,
    RegistrationService,
    SecondFactorCheck,
    SecondFactorRepository,
    SecondFactorService,
    SessionsRepository,
    SessionsService,
    SignInLimiter,
    SignInService,
    VerificationLinks,
  ],
  exports: [AuthGuard, RateLimitGuard, SecondFactorService, SessionsService, PasswordsService],
})
export class AuthModule {}
