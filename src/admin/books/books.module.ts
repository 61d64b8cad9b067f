import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../audit/audit.module';
import { MailModule } from '../../mail/mail.module';
import { LedgerModule } from '../../wallet/ledger/ledger.module';
import { ChainHeadExportService } from './chain-head-export.service';
import { ChainHead } from './chain-head.entity';
import { ChainHeadRepository } from './chain-head.repository';

/** Maintenance of the books by the worker. */
@Module({
  imports: [TypeOrmModule.forFeature([ChainHead]), AuditModule, LedgerModule, MailModule],
  providers: [ChainHeadRepository, ChainHeadExportService],
  exports: [ChainHeadExportService],
})
export class BooksModule {}
