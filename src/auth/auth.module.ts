import { Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { PassportModule } from '@nestjs/passport';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ThrottlerModule } from '@nestjs/throttler';
import { AuditModule } from '../audit/audit.module';
import { CatalogModule } from '../catalog/catalog.module';
import { ListTokenRevocationModule } from '../proxies/connection-lists/list-token-revocation.module';
import { ReferralsModule } from '../referrals/referrals.module';
import { SettingsModule } from '../settings/settings.module';
import { AppConfig } from '../config/app-config';
import { MailModule } from '../mail/mail.module';
import { UsersModule } from '../users/users.module';
import { LoginCompletionService } from './login/login-completion.service';
import { AuthConfigController } from './config/auth-config.controller';
import { AuthConfigService } from './config/auth-config.service';
import { AuthMailService } from './mail/auth-mail.service';
import { JwtAuthGuard } from './jwt-auth.guard';
import { JwtStrategy } from './jwt.strategy';
import { RolesGuard } from './roles.guard';
import { GoogleAccountsService } from './google/google-accounts.service';
import { GoogleOidcClient } from './google/google-oidc.client';
import { GoogleStateCookie } from './google/google-state.cookie';
import { GoogleExchangeCodesService } from './google/google-exchange-codes.service';
import { GoogleLoginService } from './google/google-login.service';
import { GoogleController } from './google/google.controller';
import { PasswordPolicy } from './password/password-policy.service';
import { PasswordService } from './password/password.service';
import { ChangePasswordController } from './password/change-password.controller';
import { ChangePasswordService } from './password/change-password.service';
import { PasswordConfirmationService } from './password/password-confirmation.service';
import { ReauthenticationController } from './reauthentication/reauthentication.controller';
import { ReauthenticationService } from './reauthentication/reauthentication.service';
import { RegistrationController } from './registration/registration.controller';
import { RegistrationService } from './registration/registration.service';
import { OneTimeCodesService } from './password/one-time-codes.service';
import { OneTimeCodesRepository } from './password/one-time-codes.repository';
import { PasswordResetController } from './password/password-reset.controller';
import { PasswordResetService } from './password/password-reset.service';
import { StaffTwoFactorController } from './two-factor/staff-two-factor.controller';
import { EmailChangeController } from './email-change/email-change.controller';
import { EmailChangeService } from './email-change/email-change.service';
import { TwoFactorController } from './two-factor/two-factor.controller';
import { TwoFactorService } from './two-factor/two-factor.service';
import { StaffTwoFactorRequirement } from './two-factor/staff-two-factor-requirement.service';
import { RecoveryCodesService } from './two-factor/recovery-codes.service';
import { TwoFactorVerifier } from './two-factor/two-factor-verifier.service';
import { TwoFactorRepository } from './two-factor/two-factor.repository';
import { SecurityEventAuditor } from './security-events/security-event-auditor.service';
import { SessionsService } from './sessions/sessions.service';
import { AccessTokenService, getJwtOptions } from './sessions/access-token.service';
import { ProfileSessionsController } from './sessions/profile-sessions.controller';
import { ProfileSessionsService } from './sessions/profile-sessions.service';
import { SessionsRepository } from './sessions/sessions.repository';
import { LoginController } from './login/login.controller';
import { LoginService } from './login/login.service';
import { RateLimitCountersRepository } from './rate-limits/rate-limit-counters.repository';
import { AccountRateLimiter } from './rate-limits/account-rate-limiter.service';
import { RateLimitGuard } from './rate-limits/rate-limit.guard';
import { createThrottlerOptions } from './rate-limits/throttler.options';
import { RedisThrottlerStorage } from './rate-limits/redis-throttler.storage';
import { GuessRateLimiter } from './rate-limits/guess-rate-limiter.service';
import { KnownDeviceCookie } from './rate-limits/known-device.cookie';
import { SharedEventSampler } from './rate-limits/shared-event-sampler.service';
import { MailRateLimiter } from './rate-limits/mail-rate-limiter.service';
import { EmailVerificationController } from './email-verification/email-verification.controller';
import { EmailVerificationService } from './email-verification/email-verification.service';
import { VerificationLinksService } from './email-verification/verification-links.service';
import { OneTimeCode } from './password/one-time-code.entity';
import { RecoveryCode } from './two-factor/recovery-code.entity';
import { TwoFactor } from './two-factor/two-factor.entity';
import { ApiKey } from './api-keys/api-key.entity';
import { ApiKeyStrategy } from './api-keys/api-key.strategy';
import { ApiKeysController } from './api-keys/api-keys.controller';
import { ApiKeysRepository } from './api-keys/api-keys.repository';
import { ApiKeysService } from './api-keys/api-keys.service';
import { Session } from './sessions/session.entity';
import { RateLimitCounter } from './rate-limits/rate-limit-counter.entity';

/** Authentication and authorisation. The application binds the three guards. */
@Module({
  imports: [
    TypeOrmModule.forFeature([
      ApiKey,
      OneTimeCode,
      RecoveryCode,
      TwoFactor,
      Session,
      RateLimitCounter,
    ]),
    AuditModule,
    CatalogModule,
    ListTokenRevocationModule,
    MailModule,
    ReferralsModule,
    SettingsModule,
    UsersModule,
    PassportModule,
    JwtModule.registerAsync({ inject: [AppConfig], useFactory: getJwtOptions }),
    ThrottlerModule.forRootAsync({
      inject: [AppConfig],
      useFactory: ({ redisUrl }: AppConfig) =>
        createThrottlerOptions(redisUrl ? new RedisThrottlerStorage(redisUrl) : undefined),
    }),
  ],
  controllers: [
    StaffTwoFactorController,
    TwoFactorController,
    EmailChangeController,
    ApiKeysController,
    AuthConfigController,
    RegistrationController,
    LoginController,
    EmailVerificationController,
    PasswordResetController,
    ChangePasswordController,
    ProfileSessionsController,
    GoogleController,
    ReauthenticationController,
  ],
  providers: [
    ApiKeyStrategy,
    ApiKeysRepository,
    ApiKeysService,
    AccessTokenService,
    LoginCompletionService,
    RateLimitCountersRepository,
    AccountRateLimiter,
    SharedEventSampler,
    AuthConfigService,
    JwtAuthGuard,
    JwtStrategy,
    RolesGuard,
    AuthMailService,
    ChangePasswordService,
    EmailVerificationService,
    GoogleAccountsService,
    GoogleOidcClient,
    GoogleStateCookie,
    GoogleExchangeCodesService,
    GoogleLoginService,
    OneTimeCodesService,
    OneTimeCodesRepository,
    ProfileSessionsService,
    PasswordConfirmationService,
    PasswordResetService,
    PasswordPolicy,
    PasswordService,
    RateLimitGuard,
    ReauthenticationService,
    RecoveryCodesService,
    RegistrationService,
    TwoFactorVerifier,
    TwoFactorRepository,
    TwoFactorService,
    EmailChangeService,
    SecurityEventAuditor,
    StaffTwoFactorRequirement,
    SessionsRepository,
    SessionsService,
    GuessRateLimiter,
    KnownDeviceCookie,
    MailRateLimiter,
    LoginService,
    VerificationLinksService,
  ],
  exports: [
    ApiKeysService,
    JwtAuthGuard,
    RolesGuard,
    RateLimitGuard,
    TwoFactorService,
    SessionsService,
    PasswordPolicy,
    PasswordService,
    VerificationLinksService,
  ],
})
export class AuthModule {}
