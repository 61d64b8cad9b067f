import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { ListTokenRevocationModule } from './connection-lists/list-token-revocation.module';
import { MemberAccessRevocationService } from './member-access-revocation.service';
import { AutoRenewalOutcomeService } from './renewal/auto/auto-renewal-outcome.service';
import { AutoRenewalRepository } from './renewal/auto/auto-renewal.repository';

/** Apart from the proxies, whose module needs modules that need this. */
@Module({
  imports: [AuditModule, ListTokenRevocationModule],
  providers: [AutoRenewalOutcomeService, AutoRenewalRepository, MemberAccessRevocationService],
  exports: [AutoRenewalOutcomeService, AutoRenewalRepository, MemberAccessRevocationService],
})
export class MemberAccessRevocationModule {}
