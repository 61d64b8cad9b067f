import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { UserAdministrationModule } from '../users/user-administration.module';
import { PasswordService } from './password/password.service';
import { FirstAdminService } from './registration/first-admin.service';
import { SessionsRepository } from './sessions/sessions.repository';
import { TwoFactorRepository } from './two-factor/two-factor.repository';
import { TwoFactorResetService } from './two-factor/two-factor-reset.service';

/** What commands do to accounts, without the HTTP API and the queues of `AuthModule`. */
@Module({
  imports: [AuditModule, UserAdministrationModule],
  providers: [
    FirstAdminService,
    PasswordService,
    SessionsRepository,
    TwoFactorRepository,
    TwoFactorResetService,
  ],
  exports: [FirstAdminService, TwoFactorResetService],
})
export class AuthCommandsModule {}
