import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../audit/audit.module';
import { MailModule } from '../../mail/mail.module';
import { LedgerModule } from '../../wallet/ledger/ledger.module';
import { ChainHeadExportService, ChainHeadRepository } from './chain-head-export.service';
import { ChainHead } from './chain-head.entity';

/** Maintenance of the books by the worker. */
@Module({
  imports: [TypeOrmModule.forFeature([ChainHead]), AuditModule, LedgerModule, MailModule],
  providers: [ChainHeadRepository, ChainHeadExportService],
  exports: [ChainHeadExportService],
})
export class BooksModule {}
