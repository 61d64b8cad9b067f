import { Module } from '@nestjs/common';
import { AuditModule } from '../../audit/audit.module';
import { LedgerChainModule } from '../../wallet/ledger/chain/ledger-chain.module';
import { IntegrityService } from './integrity.service';

@Module({
  imports: [AuditModule, LedgerChainModule],
  providers: [IntegrityService],
  exports: [IntegrityService],
})
export class IntegrityModule {}
