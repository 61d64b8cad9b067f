import { Module } from '@nestjs/common';
import { AuditModule } from '../../audit/audit.module';
import { LedgerModule } from '../../wallet/ledger/ledger.module';
import { IntegrityService } from './integrity.service';

@Module({
  imports: [AuditModule, LedgerModule],
  providers: [IntegrityService],
  exports: [IntegrityService],
})
export class IntegrityModule {}
