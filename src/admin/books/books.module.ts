import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../audit/audit.module';
import { MailModule } from '../../mail/mail.module';
import { LedgerChainModule } from '../../wallet/ledger/chain/ledger-chain.module';
import { ChainHeadExportService } from './chain-head-export.service';
import { ChainHead } from './chain-head.entity';
import { ChainHeadRepository } from './chain-head.repository';

/** Maintenance of the books by the worker. */
@Module({
  imports: [TypeOrmModule.forFeature([ChainHead]), AuditModule, LedgerChainModule, MailModule],
  providers: [ChainHeadRepository, ChainHeadExportService],
  exports: [ChainHeadExportService],
})
export class BooksModule {}
