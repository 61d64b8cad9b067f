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
import { JwtAuthGuard, RolesGuard } from './auth.guard';
import { JwtStrategy, ApiKeyStrategy } from './auth.strategies';
import { GoogleAccountsService, GoogleLoginService } from './google/google-login.service';
import { GoogleOidcClient } from './google/google-oidc.client';
import { GoogleStateCookie } from './google/google-state.cookie';
import { GoogleController } from './google/google.controller';
import { PasswordPolicy } from './password/password-policy.service';
import { PasswordService } from './password/password.service';
import { ChangePasswordController, PasswordResetController } from './password/password.controller';
import { ChangePasswordService } from './password/change-password.service';
import { PasswordConfirmationService } from './password/password-confirmation.service';
import { ReauthenticationController, LoginController } from './login/login.controller';
import { ReauthenticationService } from './login/reauthentication.service';
import { RegistrationController } from './registration/registration.controller';
import { RegistrationService } from './registration/registration.service';
import { OneTimeCodesService } from './password/one-time-codes.service';
import { PasswordResetService } from './password/password-reset.service';
import { EmailChangeController, EmailVerificationController } from './email/email.controller';
import { EmailChangeService } from './email/email-change.service';
import { TwoFactorAdminController } from './two-factor/two-factor.admin.controller';
import { StaffTwoFactorController, TwoFactorController } from './two-factor/two-factor.controller';
import { TwoFactorService } from './two-factor/two-factor.service';
import { RecoveryCodesService } from './two-factor/recovery-codes.service';
import { TwoFactorVerifier } from './two-factor/two-factor-verifier.service';
import { TwoFactorRepository } from './two-factor/two-factor.repository';
import { SecurityEventAuditor } from './security-events/security-event-auditor.service';
import { SessionsService } from './sessions/sessions.service';
import { AccessTokenService, getJwtOptions } from './sessions/access-token.service';
import { ProfileSessionsController } from './sessions/sessions.controller';
import { SessionsRepository } from './sessions/sessions.repository';
import { LoginService } from './login/login.service';
import { AccountRateLimiter } from './rate-limits/account-rate-limiter.service';
import { RateLimitGuard, createThrottlerOptions } from './rate-limits/rate-limit.guard';
import { RedisThrottlerStorage } from './rate-limits/redis-throttler.storage';
import { GuessRateLimiter } from './rate-limits/guess-rate-limiter.service';
import { KnownDeviceCookie } from './rate-limits/known-device.cookie';
import { EmailVerificationService } from './email/email-verification.service';
import { VerificationLinksService } from './email/verification-links.service';
import { OneTimeCode } from './password/one-time-code.entity';
import { RecoveryCode, TwoFactor } from './two-factor/two-factor.entity';
import { ApiKey } from './api-keys/api-key.entity';
import { ApiKeysController } from './api-keys/api-keys.controller';
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
    TwoFactorAdminController,
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
    ApiKeysService,
    AccessTokenService,
    LoginCompletionService,
    AccountRateLimiter,
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
    GoogleLoginService,
    OneTimeCodesService,
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
    SessionsRepository,
    SessionsService,
    GuessRateLimiter,
    KnownDeviceCookie,
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
