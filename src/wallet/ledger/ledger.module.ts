import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../audit/audit.module';
import { LedgerArchiveService } from './ledger-archive.service';
import { LedgerChainService, LedgerService } from './ledger.service';
import { LedgerPeriodService } from './ledger-period.service';
import * as entities from './ledger.entity';

const SERVICES = [LedgerArchiveService, LedgerChainService, LedgerPeriodService, LedgerService];

@Module({
  imports: [TypeOrmModule.forFeature(Object.values(entities)), AuditModule],
  providers: SERVICES,
  exports: SERVICES,
})
export class LedgerModule {}
