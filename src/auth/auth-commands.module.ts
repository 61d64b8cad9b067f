import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { UserAdministrationModule } from '../users/user-administration.module';
import { PasswordService } from './password/password.service';
import { FirstAdminService } from './registration/first-admin.service';
import { AccessTokenService } from './sessions/access-token.service';
import { SessionsService } from './sessions/sessions.service';
import { TwoFactorResetService } from './two-factor/two-factor-reset.service';

/** What commands do to accounts, without the HTTP API and the queues of `AuthModule`. */
@Module({
  imports: [AuditModule, UserAdministrationModule],
  providers: [
    AccessTokenService,
    FirstAdminService,
    PasswordService,
    SessionsService,
    TwoFactorResetService,
  ],
  exports: [FirstAdminService, TwoFactorResetService],
})
export class AuthCommandsModule {}
