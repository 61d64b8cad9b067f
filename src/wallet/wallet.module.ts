import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module';
import { SettingsModule } from '../settings/settings.module';
import { Bookkeeper } from './bookkeeper';
import { DebtService } from './debt.service';
import { StatementExportController } from './export/statement-export.controller';
import { StatementExportRepository } from './export/statement-export.repository';
import { StatementExportService } from './export/statement-export.service';
import { LedgerRepository } from './ledger.repository';
import { LedgerService } from './ledger.service';
import { ReceiptController } from './receipts/receipt.controller';
import { ReceiptRepository } from './receipts/receipt.repository';
import { TransactionReceiptService } from './receipts/transaction-receipt.service';
import { StatementController } from './statement.controller';
import { StatementRepository } from './statement.repository';
import { StatementService } from './statement.service';
import { WalletStatsRepository } from './wallet-stats.repository';
import { WalletStatsService } from './wallet-stats.service';
import { WalletWatchRepository } from './wallet-watch.repository';
import { WalletWatchService } from './wallet-watch.service';
import { WalletController } from './wallet.controller';
import { WalletService } from './wallet.service';
import { LedgerAccount } from './ledger-account.entity';
import { LedgerEntry } from './ledger-entry.entity';
import { LedgerTransaction } from './ledger-transaction.entity';
import { WalletTransaction } from './wallet-transaction.entity';

@Module({
  imports: [
    TypeOrmModule.forFeature([LedgerAccount, LedgerEntry, LedgerTransaction, WalletTransaction]),
    AuditModule,
    SettingsModule,
  ],
  controllers: [
    WalletController,
    StatementController,
    StatementExportController,
    ReceiptController,
  ],
  providers: [
    Bookkeeper,
    DebtService,
    LedgerRepository,
    LedgerService,
    ReceiptRepository,
    StatementExportRepository,
    StatementExportService,
    StatementRepository,
    StatementService,
    TransactionReceiptService,
    WalletService,
    WalletStatsRepository,
    WalletStatsService,
    WalletWatchRepository,
    WalletWatchService,
  ],
  exports: [WalletService, WalletStatsService, WalletWatchService],
})
export class WalletModule {}
