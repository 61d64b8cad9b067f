import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../audit/audit.module';
import { LedgerArchiveRepository } from './ledger-archive.repository';
import { LedgerArchiveService } from './ledger-archive.service';
import { LedgerChainService } from './ledger-chain.service';
import { LedgerPeriodService } from './ledger-period.service';
import * as entities from './ledger.entity';
import { LedgerService } from './ledger.service';

const SERVICES = [LedgerArchiveService, LedgerChainService, LedgerPeriodService, LedgerService];

@Module({
  imports: [TypeOrmModule.forFeature(Object.values(entities)), AuditModule],
  providers: [...SERVICES, LedgerArchiveRepository],
  exports: SERVICES,
})
export class LedgerModule {}
