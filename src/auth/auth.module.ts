import { Module } from '@nestjs/common';
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
import { PasswordChangeService } from './password/password-change.service';
import { LoginController } from './login/login.controller';
import { RegistrationController } from './registration/registration.controller';
import { RegistrationService } from './registration/registration.service';
import { OneTimeCodesService } from './password/one-time-codes.service';
import { EmailChangeController, EmailVerificationController } from './email/email.controller';
import { TwoFactorAdminController } from './two-factor/two-factor.admin.controller';
import { EmailService } from './email/email.service';
import { StaffTwoFactorController, TwoFactorController } from './two-factor/two-factor.controller';
import { TwoFactorService } from './two-factor/two-factor.service';
import { TwoFactorCodesService } from './two-factor/two-factor-codes.service';
import { TwoFactorResetService } from './two-factor/two-factor-reset.service';
import { SecurityEventAuditor } from './security-events/security-event-auditor.service';
import { SessionsService } from './sessions/sessions.service';
import { StaffViewService } from './sessions/staff-view.service';
import { AccessTokenService } from './sessions/access-token.service';
import { ProfileSessionsController } from './sessions/sessions.controller';
import { LoginService } from './login/login.service';
import { AccountRateLimiter } from './rate-limits/account-rate-limiter.service';
import { RateLimitGuard, createThrottlerOptions } from './rate-limits/rate-limit.guard';
import { RedisThrottlerStorage } from './rate-limits/redis-throttler.storage';
import { KnownDeviceCookie } from './rate-limits/known-device.cookie';
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
  ],
  providers: [
    ApiKeyStrategy,
    ApiKeysService,
    AccessTokenService,
    AccountRateLimiter,
    AuthConfigService,
    JwtAuthGuard,
    JwtStrategy,
    RolesGuard,
    AuthMailService,
    GoogleAccountsService,
    GoogleOidcClient,
    GoogleStateCookie,
    GoogleLoginService,
    OneTimeCodesService,
    PasswordChangeService,
    PasswordPolicy,
    PasswordService,
    RateLimitGuard,
    RegistrationService,
    TwoFactorCodesService,
    TwoFactorResetService,
    TwoFactorService,
    EmailService,
    SecurityEventAuditor,
    SessionsService,
    StaffViewService,
    KnownDeviceCookie,
    LoginService,
    VerificationLinksService,
  ],
  exports: [
    ApiKeysService,
    JwtAuthGuard,
    LoginService,
    RegistrationService,
    RolesGuard,
    RateLimitGuard,
    TwoFactorService,
    SessionsService,
    StaffViewService,
    PasswordPolicy,
    PasswordService,
    VerificationLinksService,
  ],
})
export class AuthModule {}
