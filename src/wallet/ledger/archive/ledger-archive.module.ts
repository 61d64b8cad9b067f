import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../../audit/audit.module';
import { LedgerChainModule } from '../chain/ledger-chain.module';
import { ArchiveVerificationService } from './archive-verification.service';
import { LedgerArchiveKind } from './ledger-archive-kind.entity';
import { LedgerArchive } from './ledger-archive.entity';
import { LedgerArchiveRepository } from './ledger-archive.repository';
import { LedgerArchiveService } from './ledger-archive.service';

@Module({
  imports: [
    TypeOrmModule.forFeature([LedgerArchive, LedgerArchiveKind]),
    AuditModule,
    LedgerChainModule,
  ],
  providers: [ArchiveVerificationService, LedgerArchiveRepository, LedgerArchiveService],
  exports: [ArchiveVerificationService, LedgerArchiveService],
})
export class LedgerArchiveModule {}
